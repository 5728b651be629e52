"""What `find` and programs like it search, and whether the paths that they hand on are in the project."""

from __future__ import annotations

import re

from shell_reader import Command

from .places import Places

FINDERS = frozenset("find fd fdfind bfs".split())
EXECUTES = frozenset("-exec -execdir -ok -okdir -x -X --exec --exec-batch".split())
"""The options of these programs behind which there is a command."""

_NARROWS = re.compile(
    r"-(?:i?name|i?path|i?regex|i?wholename|newer\w*|[acm](?:time|min)|size|empty|user|group|perm|inum)\Z"
)
# With these, `git ls-files` lists what is no part of the last commit as it is.
_LISTS_FEW = ("-d", "--deleted", "-m", "--modified", "-o", "--others", "-u", "--unmerged", "-k", "--killed")
_LINK_OPTIONS = frozenset(("-H", "-L", "-P"))


def starts(command: Command) -> list[str]:
    """Where a search begins."""
    if command.name != "find":
        return command.operands[1:2] or ["."]
    found: list[str] = []
    for it in command.arguments:
        if it.startswith(("-", "(", "!")) and it not in _LINK_OPTIONS:
            break
        if it not in _LINK_OPTIONS:
            found.append(it)
    return found or ["."]


def is_narrow(command: Command) -> bool:
    """Whether a search leaves some files out."""
    return command.name != "find" or any(_NARROWS.match(it) for it in command.arguments)


def is_inside(path: str, places: Places) -> bool:
    """Whether all that is below a path may be deleted."""
    return path == places.project or places.may_change(path)


def _lists_some(source: Command) -> bool:
    """Whether `git ls-files` lists some files, and not all of the repository."""
    behind = source.arguments[source.arguments.index("ls-files") + 1 :]
    words = [it for it in behind if not it.startswith("-")]
    return source.has(*_LISTS_FEW) or (bool(words) and all(it.strip("./:*") for it in words))


def feeds_project(source: Command | None, places: Places, *, recursive: bool) -> bool:
    """Whether the paths that a command is fed are below the project for certain."""
    if source is None or source.folder is None:
        return False
    if source.name in FINDERS:
        paths = [source.path(it) for it in starts(source)]
        return is_narrow(source) and all(it is not None and is_inside(it, places) for it in paths)
    if source.name == "git" and "ls-files" in source.arguments:
        return not recursive and is_inside(source.folder, places) and _lists_some(source)
    if source.name in ("ls", "grep", "rg", "ag", "git") and not recursive:
        return not any(it.startswith(("/", "~", "..")) for it in source.operands)
    if source.name in ("echo", "printf") and source.operands:
        paths = [source.path(it) for it in source.operands]
        return all(it is not None and places.may_change(it) for it in paths)
    return False
