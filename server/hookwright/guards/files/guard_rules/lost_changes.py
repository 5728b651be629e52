"""Which subcommands of git throw away changes that are not committed, and files that git does not know."""

from __future__ import annotations

import os

from shell_reader import UNKNOWN, Command

from .branches import has_branch
from .git_words import folder_word, is_git, words_of
from .places import Places
from .saying import ONLY_THE_USER

UNKNOWN_TO_GIT = "it deletes files that git does not know, for good; delete single files with `rm`, or ask the user"
UNCOMMITTED = "it throws away changes that are not committed; commit or stash them first, or ask the user"
_DELETERS = frozenset("rm unlink shred trash trash-put srm rimraf".split())
_WHOLE = frozenset((".", "./", ":/", "*"))
# With these, `git apply` and `patch` change no file.
_ONLY_CHECKS = ("--check", "--stat", "--numstat", "--summary", "--cached", "--dry-run")


def has(words: list[str], *options: str) -> bool:
    """Whether one of the options is in words behind a subcommand."""
    return Command(["git", *words], None).has(*options)


def lost_changes(command: Command, name: str, words: list[str], places: Places) -> str | None:
    """Why a subcommand with its words may not run; None if it may, or is another one."""
    judge = _JUDGES.get(name)
    if judge is not None:
        return judge(words)
    if name == "clean":
        return _clean(command, words)
    if name == "checkout":
        return _checkout(command, words, places)
    if name == "apply":
        return UNCOMMITTED if undoes_difference(command, words) else None
    return UNCOMMITTED if name in ("show", "cat-file") and _replaces_itself(command, words) else None


def removes_untracked(command: Command) -> bool:
    """Whether a program deletes what `git ls-files --others` lists, which is all that git does not know."""
    if command.name not in _DELETERS or not (command.fed or any(UNKNOWN in it for it in command.arguments)):
        return False
    source = command.source if command.fed else next(iter(command.earlier[-1:]), None)
    name, *words = words_of(source) if source is not None and is_git(source) else [""]
    asks_for_some = any(it.strip("./:*") for it in words if not it.startswith("-"))
    return name == "ls-files" and has(words, "-o", "--others") and not asks_for_some


def undoes_difference(command: Command, words: list[str]) -> bool:
    """Whether `git apply` or `patch` takes back what `git diff` has just printed, which is nowhere else."""
    if not has(words, "-R", "--reverse") or has(words, *_ONLY_CHECKS):
        return False
    is_file = any(it.startswith("/dev/fd/") for it in (*words, command.reads or ""))
    source = command.earlier[-1] if is_file and command.earlier else command.source
    name, *compared = words_of(source) if source is not None and is_git(source) else [""]
    # What it prints between commits is in these.
    commits = [it for it in compared if ".." in it]
    return name in ("diff", "diff-index", "diff-files") and not commits


def _replaces_itself(command: Command, words: list[str]) -> bool:
    """Whether what the last commit has of a file takes the place of that file, as in `git show HEAD:a > a`."""
    folder = folder_word(command)
    shown = [os.path.join(folder or "", it.partition(":")[2]) for it in words if it.startswith(("HEAD:", "@:", ":"))]
    paths = {command.path(it) for it in command.writes} - {None}
    return any(command.path(it) in paths for it in shown)


def _reset(words: list[str]) -> str | None:
    if has(words, "--keep") and any(not it.startswith("-") and it not in ("HEAD", "@") for it in words):
        return f"it takes commits off the branch; {ONLY_THE_USER}"
    return UNCOMMITTED if has(words, "--hard", "--merge") else None


def _clean(command: Command, words: list[str]) -> str | None:
    asks = has(words, "-i", "--interactive")
    is_answered = asks and (command.stdin is not None or command.reads is not None)
    unasked = "clean.requireforce=false" in map(str.lower, command.arguments)
    if has(words, "-n", "--dry-run") or not (is_answered or (not asks and (unasked or has(words, "-f", "--force")))):
        return None
    return UNKNOWN_TO_GIT


def _checkout(command: Command, words: list[str], places: Places) -> str | None:
    if has(words, "-f", "--force") or any(it in _WHOLE for it in words):
        return UNCOMMITTED
    if "--" not in words:
        return UNCOMMITTED if _is_file(command, words, places) else None
    # A file of another commit is asked for by name; without one, what was not committed is all that changes.
    named = [it for it in words[: words.index("--")] if not it.startswith("-")]
    whole_folder = any(it.endswith("/") for it in words[words.index("--") + 1 :])
    return UNCOMMITTED if named in ([], ["HEAD"], ["@"]) or whole_folder else None


def _is_file(command: Command, words: list[str], places: Places) -> bool:
    """Whether the first word is that of a file, and not of a branch or a commit, or comes behind the last commit."""
    named = [it for it in words if not it.startswith("-")]
    if has(words, "-b", "-B", "--orphan", "--detach", "-t", "--track") or not named:
        return False
    folder = folder_word(command) or ""
    behind = named[1:] if named[0] in ("HEAD", "@") else named[:1]
    paths = [command.path(os.path.join(folder, it)) for it in behind]
    is_there = any(it is not None and os.path.exists(it) for it in paths)
    return is_there and (named[0] in ("HEAD", "@") or not has_branch(command, places, named[0]))


def _switch(words: list[str]) -> str | None:
    return UNCOMMITTED if has(words, "-f", "--force", "--discard-changes") else None


def _restore(words: list[str]) -> str | None:
    only_index = has(words, "--staged", "-S") and not has(words, "--worktree", "-W")
    return None if only_index else UNCOMMITTED


def _read_tree(words: list[str]) -> str | None:
    return UNCOMMITTED if has(words, "--reset") and has(words, "-u") else None


def _checkout_index(words: list[str]) -> str | None:
    return UNCOMMITTED if has(words, "-f", "--force") else None


def _worktree(words: list[str]) -> str | None:
    forced = words[:1] == ["remove"] and has(words[1:], "-f", "--force")
    return "it deletes a worktree with its changes; remove it without force" if forced else None


def _submodule(words: list[str]) -> str | None:
    forced = words[:1] == ["deinit"] and has(words[1:], "-f", "--force")
    return f"it deletes submodules with changes that are not committed; {ONLY_THE_USER}" if forced else None


def _stash(words: list[str]) -> str | None:
    return f"it throws away stashed changes; {ONLY_THE_USER}" if words[:1] in (["drop"], ["clear"]) else None


def _remove(words: list[str]) -> str | None:
    whole = any(it in _WHOLE for it in words) and not has(words, "--cached", "-n", "--dry-run")
    return UNCOMMITTED if whole and has(words, "-f", "--force") else None


_JUDGES = {
    "reset": _reset,
    "switch": _switch,
    "restore": _restore,
    "stash": _stash,
    "rm": _remove,
    "read-tree": _read_tree,
    "checkout-index": _checkout_index,
    "worktree": _worktree,
    "submodule": _submodule,
}
