"""What a command deletes or overwrites of a repository itself: its branches, its commits, and the record of them."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from shell_reader import Command, given_code, texts_of
from shell_reader.late import late_pattern

from .places import Places, is_below
from .searches import EXECUTES, FINDERS, starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What of a `.git` folder cannot be made again.
PARTS = ("refs", "logs", "objects", "packed-refs", "HEAD", "modules")
_DELETERS = frozenset("rm rmdir unlink shred trash srm rimraf mv truncate".split())
_RUNS = frozenset("rm unlink shred truncate mv".split())
_CHANGES = late_pattern(
    r"rmtree|rmdir|rm_rf|rm_r\b|unlink|rmSync|fs\.rm|remove|write|rename|move|truncate|open\([^)]*[\"'][wa]"
)


def lost_part(command: Command, places: Places) -> str | None:
    """The word for a part of the project's repository that a command deletes or overwrites; None if there is none."""
    return next((it for it in _changed(command) if _is_part(command, it, places)), None)


def _changed(command: Command) -> Iterator[str]:
    """The words for what a command deletes or overwrites."""
    yield from command.writes
    if command.elsewhere:
        return
    if command.name in _DELETERS:
        yield from command.operands
        source = command.source if command.fed else None
        if source is not None:
            yield from starts(source) if source.name in FINDERS else source.operands
    elif command.name in ("cp", "install", "ln", "rsync"):
        yield from command.operands[-1:]
    elif command.name in ("tee", "sed") and (command.name == "tee" or command.has("-i", "--in-place")):
        yield from command.operands
    elif command.name in FINDERS and _deletes(command):
        yield from starts(command)
    elif (code := given_code(command)) is not None and _CHANGES.search(code):
        yield from texts_of(code)


def _deletes(command: Command) -> bool:
    words = command.arguments
    runs = (words[at + 1].rpartition("/")[2] for at, it in enumerate(words[:-1]) if it in EXECUTES)
    return "-delete" in words or any(it in _RUNS for it in runs)


def _is_part(command: Command, word: str, places: Places) -> bool:
    path = command.path(word)
    git = os.path.join(places.project, ".git")
    if path is None:
        return False
    if path == git or (os.path.basename(path)[:1] == "." and fnmatchcase(git, path)):
        return True
    first = os.path.relpath(path, git).split(os.sep)[0] if is_below(path, git) else ""
    return first != "" and any(fnmatchcase(it, first) for it in PARTS)
