"""What git runs: with its arguments, and by itself when it only reads, by the configuration of the repository."""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.files import read_start
from hookwright.patterns import late_pattern
from hookwright.reach.steps import Repository, Step, Unread, Words
from hookwright.readers.folders import repository_of
from hookwright.shell.programs import word_set

_MOST_BYTES = 64 * 1024
# The hooks of git that it runs even for commands that only look.
_HOOKS = ("post-index-change", "reference-transaction")
_QUIET_OPTIONS = ("--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs")
# The commands that run nothing but what git's configuration says.
_READING = word_set(
    "rev-parse status diff log show ls-files ls-tree branch describe blame grep cat-file merge-base rev-list shortlog"
    " symbolic-ref for-each-ref remote check-ignore diff-index diff-tree diff-files hash-object name-rev var"
)
# Their options that run something, or write to a file that they name.
_RUNNING = late_pattern(r"(?i:-O|--open|--ext-diff|--textconv|--outp|--upload|--exec|--receive)")
# What in a configuration names a program, or another configuration.
_NAMES_PROGRAMS = late_pattern(
    r"(?im)\[[ \t]*(?:include|includeif|filter|alias|difftool|mergetool|gpg|credential)\b"
    r"|(?:^|\])[ \t]*(?:fsmonitor|hookspath|pager|editor|sshcommand|askpass|external|textconv|command|cmd|program"
    r"|helper|gitproxy|uploadpack|attributesfile|worktree|process|clean|smudge|driver)\b"
)


def git_steps(words: Words) -> Iterator[Step]:
    """What git does with its arguments."""
    rest: list[str | None] = [*words]
    folder: str | None = None
    while rest and (rest[0] is None or rest[0].startswith("-")):
        option = rest.pop(0)
        if option == "-C" and rest and folder is None and rest[0] is not None:
            folder = rest.pop(0)
        elif option not in _QUIET_OPTIONS:
            yield Unread("`git`")
            return
    if not rest or not _only_reads(rest[0] or "", rest[1:]):
        yield Unread(f"`git {rest[0]}`" if rest else "`git`")
    else:
        yield Repository(f"git {rest[0]}", folder)


def _only_reads(command: str, words: Words) -> bool:
    if any(it is not None and _RUNNING.match(it) for it in words):
        return False
    if command == "config":
        named = [it for it in words if it is None or not it.startswith("-")]
        return "--get" in words or "--list" in words or "-l" in words or (len(named) == len(words) == 1)
    return command in _READING


def repository_files(folder: str) -> Iterator[str]:
    """The configuration of the repository that a folder is in, and its hooks that run for what only reads."""
    root = repository_of(folder)
    if root is None:
        return
    own = os.path.join(root, ".git")
    if os.path.isfile(own):
        # A worktree or a submodule: the file says where the rest is.
        yield own
        own = _named_in(own, "gitdir:", root)
    common = _named_in(os.path.join(own, "commondir"), "", own)
    yield os.path.join(own, "commondir")
    for place in dict.fromkeys((own, common)):
        yield os.path.join(place, "config")
        yield os.path.join(place, "config.worktree")
        yield from (os.path.join(place, "hooks", it) for it in _HOOKS)


def runs_more(path: str) -> bool:
    """Whether a configuration names programs, or another configuration; one that cannot be read whole might."""
    try:
        found = read_start(path, _MOST_BYTES + 1)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return len(found) > _MOST_BYTES or _NAMES_PROGRAMS.search(found.decode("utf-8", "replace")) is not None


def _named_in(path: str, prefix: str, folder: str) -> str:
    """The path that a file holds, from the folder on; the folder itself if there is no such file."""
    try:
        text = read_start(path, 4096).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return folder
    return os.path.normpath(os.path.join(folder, text.removeprefix(prefix).strip())) if "\0" not in text else folder
