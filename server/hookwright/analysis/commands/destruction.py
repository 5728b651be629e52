"""What a command destroys that cannot be brought back: files, disks, commits, tables, and who may write to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from hookwright.patterns import late_pattern

_EVERYTHING = late_pattern(r"/+\*?|(?:~|\"?\$\{?HOME\}?\"?)/*\*?")
_SYSTEM = late_pattern(r"/(?:bin|boot|etc|home|lib|opt|root|sbin|usr|var|Applications|Library|System|Users)/*\*?")
_FOLDER = late_pattern(r"\.\.?/?|(?:\./)?\*")
_HISTORY = late_pattern(r"(?:\./)?\.git/?")
_RECURSIVE = late_pattern(r"-[a-zA-Z]*[rR][a-zA-Z]*|--recursive")
_ASKED_ONLY = late_pattern(r"-V|-h|--help|--version|--dry-run")
_DISK = late_pattern(r"/dev/(?:sd|hd|vd|xvd|nvme|disk|rdisk|mmcblk)\w*")
_SHORT_FORCE = late_pattern(r"-[a-zA-Z]*f[a-zA-Z]*|--force")
_OPEN_TO_ALL = late_pattern(r"0?[0-7]{2}[2367]|[ug]*[oa][ugoa]*[+=][rxXst]*w[rwxXst]*")
_TEMPORARY = late_pattern(r"\"?(?:/tmp/|/var/tmp/|\$\{?TMPDIR\b).*")
_SELECTS_NOTHING = frozenset({"-delete", "-depth", "-mindepth", "-maxdepth", "-type"})
_BEFORE_SUBCOMMAND = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"})
_ELSEWHERE = ("-C", "--git-dir", "--work-tree")
_PROJECT = late_pattern(r"\.|\"?\$\{?(?:PWD|\w+_PROJECT_(?:DIR|ROOT))\}?\"?|\"?\$\(git rev-parse --show-toplevel\)\"?")
_SQL = late_pattern(
    r"\bdrop\s+(?:database|schema|table)\b|\btruncate\s+(?:table\s+)?\w|\bdelete\s+from\s+[\w.\"`]+\s*(?:;|\"|'|$)"
    r"|\bdropDatabase\(|\.drop\(\)|\bflush(?:all|db)\b",
    re.IGNORECASE,
)
_DATABASES = frozenset(
    {"psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "duckdb", "cockroach", "clickhouse-client", "mongo", "mongosh"}
    | {"redis-cli"}
)
_OF_MEMORY = ":memory:"

UNCOMMITTED = "discards uncommitted changes"
_EVERYTHING_GONE = "deletes a whole disk or home folder"
_DISK_LOST = "overwrites a disk"
_PUSHED_OVER = "overwrites what others have pushed"
_TABLES_LOST = "deletes data from a database"
# What follows the name of a program to make it do so, in this order.
_SERVICES: Mapping[str, tuple[str, tuple[tuple[str, ...], ...]]] = {
    "terraform": ("tears down everything that is deployed", (("destroy",), ("apply", "-destroy"))),
    "tofu": ("tears down everything that is deployed", (("destroy",), ("apply", "-destroy"))),
    "pulumi": ("tears down everything that is deployed", (("destroy",),)),
    "kubectl": (
        "deletes what runs in a cluster",
        (("delete", "namespace"), ("delete", "ns"), ("delete", "--all"), ("delete", "--all-namespaces")),
    ),
    "docker": (
        "deletes the data of containers",
        (
            ("volume", "prune"),
            ("system", "prune", "--volumes"),
            ("compose", "down", "-v"),
            ("compose", "down", "--volumes"),
        ),
    ),
    "gh": ("deletes a repository", (("repo", "delete"),)),
    "aws": ("deletes a bucket and everything in it", (("s3", "rb", "--force"),)),
    "mysqladmin": (_TABLES_LOST, (("drop",),)),
}


def destroyed(name: str, arguments: tuple[str, ...], said: str, *, roots: Collection[str], here: bool) -> str | None:
    """What the program does that cannot be undone, as the end of a sentence; None if it does no such thing.

    `said` is all that it is given: its words, and its standard input as far as the command has it.  `roots` are the
    ways to write the project's folder; `here` is false if the command may have left that.
    """
    if any(_ASKED_ONLY.fullmatch(it) for it in arguments):
        return None
    judge = _PROGRAMS.get(name)
    if judge is not None:
        return judge(arguments, roots, here)
    if name in _DATABASES:
        return _TABLES_LOST if _SQL.search(said) and _OF_MEMORY not in arguments else None
    if name in _SERVICES:
        what, forms = _SERVICES[name]
        return what if any(_follows(it, arguments) for it in forms) else None
    return _DISK_LOST if name.startswith("mkfs.") else None


def overwritten(target: str) -> str | None:
    """What writing to a file destroys."""
    return _DISK_LOST if _DISK.fullmatch(target) else None


_Judge = Callable[[tuple[str, ...], Collection[str], bool], str | None]


def _rm(arguments: tuple[str, ...], roots: Collection[str], here: bool) -> str | None:
    if not _has(_RECURSIVE, arguments):
        return None
    if _has(_EVERYTHING, arguments) or _has(_SYSTEM, arguments):
        return _EVERYTHING_GONE
    named = any(it.strip('"').removesuffix("/*").removesuffix("/").strip('"') in roots for it in arguments)
    if named or (here and _has(_FOLDER, arguments)):
        return "removes the whole project"
    return "removes the project's git history" if here and _has(_HISTORY, arguments) else None


def _find(arguments: tuple[str, ...], _: Collection[str], here: bool) -> str | None:
    tests = [it for it in arguments if it.startswith("-")]
    if "-delete" not in tests or not _SELECTS_NOTHING.issuperset(tests):
        return None
    if _has(_EVERYTHING, arguments):
        return _EVERYTHING_GONE
    return "removes the whole project" if here and (arguments[0] == "." or arguments[0] in tests) else None


def _git(arguments: tuple[str, ...], _: Collection[str], here: bool) -> str | None:
    name, rest, folder = _subcommand(arguments)
    if name == "push":
        over = _has(_SHORT_FORCE, rest) or "--mirror" in rest or any(re.fullmatch(r"\+\S+", it) for it in rest)
        return _PUSHED_OVER if over else None
    if name == "stash" and rest[:1] == ("clear",):
        return "discards everything that is stashed"
    # What is elsewhere is most often a copy that the hook keeps for itself.
    if folder is not None and not _PROJECT.fullmatch(folder):
        return None
    return UNCOMMITTED if (here or folder is not None) and _discards(name, rest) else None


def _discards(name: str, rest: tuple[str, ...]) -> bool:
    operands = [it for it in rest if not it.startswith("-")]
    everything = any(it in (".", ":/", "*", "./") for it in operands)
    if name == "reset":
        return "--hard" in rest
    if name == "restore":
        return everything and not (
            {"--staged", "-S"}.intersection(rest) and not {"--worktree", "-W"}.intersection(rest)
        )
    if name in ("checkout", "switch"):
        forced = _has(_SHORT_FORCE, rest) or "--discard-changes" in rest
        return forced or (name == "checkout" and everything)
    if name == "clean":
        flags = "".join(it for it in rest if it.startswith("-") and not it.startswith("--"))
        forced = "f" in flags or "--force" in rest
        return forced and "n" not in flags and "X" not in flags and all(it == "." for it in operands)
    return False


def _subcommand(arguments: tuple[str, ...]) -> tuple[str, tuple[str, ...], str | None]:
    """What git is to do, the words after that, and the folder that it is to do it in."""
    rest, folder = arguments, None
    while rest and rest[0].startswith("-"):
        flag, _, value = rest[0].partition("=")
        takes = flag in _BEFORE_SUBCOMMAND and not value
        if flag in _ELSEWHERE:
            folder = value or (rest[1] if len(rest) > 1 else "")
        rest = rest[2:] if takes else rest[1:]
    return rest[0] if rest else "", rest[1:], folder


def _chmod(arguments: tuple[str, ...], *_: object) -> str | None:
    operands = [it for it in arguments if not it.startswith("-")]
    if _has(_RECURSIVE, arguments) and _has(_EVERYTHING, arguments):
        return "changes the permissions of a whole disk or home folder"
    opens = bool(operands) and _OPEN_TO_ALL.fullmatch(operands[0]) is not None
    kept = [it for it in operands[1:] if not _TEMPORARY.fullmatch(it)]
    return "lets every user of this machine write there" if opens and kept else None


def _chown(arguments: tuple[str, ...], *_: object) -> str | None:
    everything = _has(_RECURSIVE, arguments) and _has(_EVERYTHING, arguments)
    return "changes the owner of a whole disk or home folder" if everything else None


def _dd(arguments: tuple[str, ...], *_: object) -> str | None:
    return (
        _DISK_LOST if any(_DISK.fullmatch(it.removeprefix("of=")) for it in arguments if it.startswith("of=")) else None
    )


def _on_disk(arguments: tuple[str, ...], *_: object) -> str | None:
    return _DISK_LOST if _has(_DISK, arguments) else None


def _diskutil(arguments: tuple[str, ...], *_: object) -> str | None:
    return _DISK_LOST if arguments[:1] and arguments[0].lower().startswith(("erase", "zero")) else None


def _always(what: str) -> _Judge:
    return lambda *_: what


_PROGRAMS: Mapping[str, _Judge] = {
    "rm": _rm,
    "find": _find,
    "git": _git,
    "chmod": _chmod,
    "chown": _chown,
    "chgrp": _chown,
    "dd": _dd,
    "mkfs": _always(_DISK_LOST),
    "shred": _on_disk,
    "wipefs": _on_disk,
    "blkdiscard": _on_disk,
    "diskutil": _diskutil,
    "dropdb": _always(_TABLES_LOST),
}


def _follows(words: tuple[str, ...], arguments: tuple[str, ...]) -> bool:
    """Whether the words are among the arguments in that order."""
    rest = iter(arguments)
    return all(it in rest for it in words)


def _has(form: re.Pattern[str], arguments: tuple[str, ...]) -> bool:
    return any(form.fullmatch(it) for it in arguments)
