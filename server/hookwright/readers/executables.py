"""Hooks that are files of their own: which event one is for by its name, and how it is run."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection
from functools import cache

from hookwright.dialects.outlines import OUTLINES
from hookwright.model.dialect import Dialect
from hookwright.model.location import Location
from hookwright.patterns import late_pattern

_ALIKE = 0.85
_SHEBANG = "#!"
_LIKE_AN_EVENT = late_pattern(r"(?:[A-Z][a-z]+){2,}")


def name_parts(path: str, location: Location) -> tuple[str, str] | None:
    """The name of a file before its ending, and the ending; None if it has another one than hooks there have."""
    stem, ending = os.path.splitext(os.path.basename(path))
    return (stem, ending) if ending in location.endings and not stem.startswith(".") else None


@cache
def folders_of_hooks() -> tuple[str, ...]:
    """The folders that scripts are hooks in, as paths end with them."""
    return tuple({f"/{os.path.dirname(it.path)}" for one in OUTLINES for it in one.locations if it.endings})


def is_named_as_hook(path: str, location: Location, events: Collection[str]) -> bool:
    """Whether a file is called after an event, or as if it were meant to be: other files may lie there as well.

    It may be any agent's event; of the `events` that the agent has, another case and a slip count too.  Whatever
    else is called like one, such as `TaskEnd`, is a mistake as well.
    """
    parts = name_parts(path, location)
    if parts is None:
        return False
    stem, ending = parts
    if not ending and _LIKE_AN_EVENT.fullmatch(stem):
        return True
    own = {it.casefold(): it for it in events}
    if stem in _every_event():
        return True
    from difflib import get_close_matches

    return bool(get_close_matches(stem.casefold(), own, 1, _ALIKE))


@cache
def _every_event() -> frozenset[str]:
    return frozenset(name for it in OUTLINES for name in it.events)


def event_of(dialect: Dialect, stem: str, ending: str) -> str:
    """The event that a file is for: case does not count.  Where files with the ending do not run, it is for none."""
    if dialect.executables is not None and ending in dialect.executables.never:
        return f"{stem}{ending}"
    return next((it.name for it in dialect.events if it.name.casefold() == stem.casefold()), stem)


def command_of(dialect: Dialect, path: str, ending: str, text: str) -> str:
    """The shell command that runs the file: with the program of its ending, or by itself."""
    program = dialect.executables.programs.get(ending, "") if dialect.executables is not None else ""
    head = text.partition("\n")[0].strip()
    if program and head.startswith(_SHEBANG) and head != _SHEBANG:
        program = head.removeprefix(_SHEBANG).strip()
    return f"{program} {shlex.quote(path)}".strip()
