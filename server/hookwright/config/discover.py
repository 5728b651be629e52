"""The hook files in any folder, by their places and by what is in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from msgspec import Struct

from hookwright.config.hook_modules import is_module_path
from hookwright.dialects.outlines import OUTLINES
from hookwright.files import read_start, read_text
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Format
from hookwright.paths import slashed
from hookwright.readers.executables import folders_of_hooks, is_named_as_hook
from hookwright.readers.place import Closed, format_at, guess_at, location_at, suffixes
from hookwright.readers.plugins import (
    has_hooks,
    manifest_at,
)
from hookwright.syntax.front_matter import matter_of, speaks_of

# Folders that hold other people's code, or none at all.
PASSED_OVER = frozenset({".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", "site-packages"})
_MOST_BYTES = 1 << 20
_MOST_OF_A_HEAD = 1 << 14


class Sighting(Struct, frozen=True):
    """A hook file in a folder; `stranger` is the agent that it is for where that one has no table."""

    path: str
    stranger: str | None = None


def sightings(
    folder: str, home: str, dialect_of: Callable[[str], str | None] = lambda _: None, closed: Closed = None
) -> Iterator[Sighting]:
    """The hook files below the folder, sorted: those at a place that an agent reads, and those that look like one.

    Hook modules are among them.

    A file that cannot be read is given too where its place shows what it is; reading it says why.  The manifest of
    a plugin is one only if it says something about hooks.  `dialect_of` gives the id of the dialect that the project
    says a file, by its absolute path, is in, and `closed` gets the folders that cannot be entered.
    """
    # A dispatch needs nothing here that says whose a file is.
    from hookwright.readers.naming import in_folder_of_stranger

    read_suffixes = suffixes(OUTLINES)

    def note(error: OSError) -> None:
        if closed is not None and isinstance(error, PermissionError):
            closed(str(error.filename))

    for directory, folders, names in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
        strange = in_folder_of_stranger(directory)
        # A folder of that name is in a module's place, and keeps it from being loaded.
        in_place = [it for it in folders if is_module_path(os.path.abspath(os.path.join(directory, it)))]
        of_hooks = slashed(directory).endswith(folders_of_hooks())
        for name in sorted([*names, *in_place]):
            path = os.path.join(directory, name)
            if is_module_path(os.path.abspath(path)):
                yield Sighting(path)
                continue
            named = dialect_of(os.path.abspath(path))
            is_called = name.endswith(read_suffixes) or of_hooks
            if strange or named is not None or is_called:
                ours = named is not None or is_called
                found = _sighting(path, home, named, may_be_ours=ours)
                if found is not None:
                    yield found


def told_by_content(path: str) -> tuple[Dialect, Scope] | None:
    """Whose file it is, by its path and what it holds; None if neither says, or it cannot be read."""
    from hookwright.readers.choice import owner

    text = _text_of(path)
    found = None if text is None else owner(path, text)
    return (found.dialect, found.scope) if found is not None else None


def concerns_hooks(dialect: Dialect, scope: Scope, path: str) -> bool:
    """Whether a file that is at a place of the dialect is of interest; most Markdown says nothing of hooks."""
    location = location_at(dialect, path, scope)
    is_markdown = format_at(dialect, path, scope) is Format.FRONT_MATTER
    if location is not None and location.endings:
        return is_named_as_hook(path, location, dialect.event_names)
    if not is_markdown and (location is None or not (location.visible or location.shared)):
        return True
    text = _text_of(path)
    if not is_markdown:
        from hookwright.readers.choice import is_data

        return text is None or location is None or not is_data(path, location, text)
    grammar = (location.grammar if location is not None else None) or dialect.grammar
    return text is not None and speaks_of(text, grammar.hooks_key)


def _sighting(path: str, home: str, named: str | None, *, may_be_ours: bool) -> Sighting | None:
    from hookwright.readers.choice import owner, place_of, stranger
    from hookwright.readers.evidence import is_template

    placed = place_of(path, home, named) if may_be_ours else None
    if placed is not None and not _speaks_of_hooks(*placed, path):
        return None
    if placed is not None and (named is not None or placed[1] is not Scope.PLUGIN):
        return Sighting(path)
    # What is in a plugin's file may tell that it is another agent's.
    # Of Markdown only the head counts, and most has none.
    text = _head_of(path) if placed is None and path.endswith(".md") else _text_of(path)
    if placed is not None and (text is None or (placed[0].plugins.marks and not is_template(text))):
        return Sighting(path)
    if text is None:
        return None
    is_called = path.endswith(".md") and any(guess_at(it, path) is not None for it in OUTLINES)
    if (path.endswith(".json") or is_called) and owner(path, text) is not None:
        return Sighting(path)
    theirs = stranger(path, text)
    return None if theirs is None else Sighting(path, theirs)


def _speaks_of_hooks(dialect: Dialect, scope: Scope, path: str) -> bool:
    if manifest_at(dialect, path) is not None:
        return has_hooks(dialect, path)
    return concerns_hooks(dialect, scope, path)


def _head_of(path: str) -> str | None:
    """The YAML at the head of a Markdown file with its lines of dashes; None if it has none."""
    try:
        text = read_start(path, _MOST_OF_A_HEAD).decode("utf-8", "replace")
    except OSError:
        return None
    span = matter_of(text)
    return None if span is None else f"{text[: span.end]}---\n"


def _text_of(path: str) -> str | None:
    try:
        return read_text(path, most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return None
