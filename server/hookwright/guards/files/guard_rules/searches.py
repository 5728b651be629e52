"""What `find` and programs like it search, and whether the paths that they hand on are in the project."""

from __future__ import annotations

from shell_reader import Command
from shell_reader.late import late_pattern

from .places import Places
from .showing import without_options

FINDERS = frozenset("find fd fdfind bfs".split())
EXECUTES = frozenset("-exec -execdir -ok -okdir -x -X --exec --exec-batch".split())
"""The options of these programs behind which there is a command."""

_NARROWS = late_pattern(
    r"-(?:i?name|i?path|i?regex|i?wholename|newer\w*|[acm](?:time|min)|size|empty|user|group|perm|inum)\Z"
)
# With these, `git ls-files` lists what is no part of the last commit as it is.
_LISTS_FEW = ("-d", "--deleted", "-m", "--modified", "-o", "--others", "-u", "--unmerged", "-k", "--killed")
_VALUED_OF_FD = (
    *("-t", "--type", "-e", "--extension", "-E", "--exclude", "-d", "--max-depth", "-S", "--size", "-o", "--owner"),
    *("-c", "--color", "-j", "--threads", "--changed-within", "--changed-before", "--search-path", "--base-directory"),
)
_FOLDERS_OF_FD = ("--search-path", "--base-directory")
_NARROWS_FD = frozenset("-e --extension -S --size --changed-within --changed-before -o --owner".split())
_EVERY_NAME = frozenset(("", ".", ".*", "^", "$"))
_NAMES_OF_GIT = frozenset((".git", ".git*", ".gi?", ".g*"))
_NAMED_BY = ("-name", "-iname", "-path", "-wholename", "-regex")
_NOT = ("!", "-not")
_LINK_OPTIONS = frozenset(("-H", "-L", "-P"))


def starts(command: Command) -> list[str]:
    """Where a search begins."""
    if command.name != "find":
        words = _words_of_fd(command)
        given = [it for before, it in zip(words, words[1:]) if before in _FOLDERS_OF_FD]
        return given or without_options(words, *_VALUED_OF_FD)[1:] or ["."]
    found: list[str] = []
    for it in command.arguments:
        if it.startswith(("-", "(", "!")) and it not in _LINK_OPTIONS:
            break
        if it not in _LINK_OPTIONS:
            found.append(it)
    return found or ["."]


def listed_names(search: Command) -> list[str]:
    """The names and patterns that `find`, `ls` and `git ls-files` list files by."""
    if search.name == "git" and "ls-files" in search.arguments:
        behind = search.arguments[search.arguments.index("ls-files") + 1 :]
        return [it for it in behind if not it.startswith("-")]
    if search.name not in FINDERS:
        return search.operands if search.name == "ls" else []
    return [one for it, one in zip(search.arguments, search.arguments[1:]) if it in ("-name", "-iname", "-path")]


def is_narrow(command: Command) -> bool:
    """Whether a search leaves some files out."""
    words = command.arguments
    if command.name != "find":
        words = _words_of_fd(command)
        pattern = without_options(words, *_VALUED_OF_FD)[:1]
        return bool(_NARROWS_FD.intersection(words)) or (pattern != [] and pattern[0] not in _EVERY_NAME)
    return any(_NARROWS.match(it) for before, it in zip(["", *words], words) if before not in _NOT)


def finds_git(command: Command) -> bool:
    """Whether a search finds the `.git` folders of repositories by their name."""
    words = command.arguments
    if "f" in (it for before, it in zip(words, words[1:]) if before == "-type"):
        return False
    if command.name != "find":
        named = [it.strip("^$").replace("\\", "") for it in without_options(_words_of_fd(command), *_VALUED_OF_FD)[:1]]
    else:
        around = zip(["", *words], words, words[1:], [*words[2:], ""])
        named = [
            it for before, test, it, then in around if test in _NAMED_BY and before not in _NOT and then != "-prune"
        ]
    return any(part in _NAMES_OF_GIT for it in named for part in it.split("/"))


def _words_of_fd(command: Command) -> list[str]:
    """The words of `fd` that are not those of a command that it runs."""
    words = command.arguments
    return words[: next((at for at, it in enumerate(words) if it in EXECUTES), len(words))]


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
        narrow = is_narrow(source) and not finds_git(source)
        return narrow and all(it is not None and is_inside(it, places) for it in paths)
    if source.name == "git" and "ls-files" in source.arguments:
        return not recursive and is_inside(source.folder, places) and _lists_some(source)
    if source.name in ("ls", "grep", "rg", "ag", "git") and not recursive:
        return not any(it.startswith(("/", "~", "..")) for it in source.operands)
    if source.name in ("echo", "printf") and source.operands:
        paths = [source.path(it) for it in source.operands]
        return all(it is not None and places.may_change(it) for it in paths)
    return False
