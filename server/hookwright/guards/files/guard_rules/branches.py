"""Which branch of a repository is checked out, and to which branches a command pushes."""

from __future__ import annotations

import os

from shell_reader import UNKNOWN, Command

from .git_words import folder_word, is_git, settings_of, words_of
from .places import Places

_PUSH_VALUED = frozenset("-o --push-option --receive-pack --exec --repo -P --prefix".split())


def current_branch(command: Command, places: Places) -> str:
    """The branch that is checked out when a command starts; empty if that cannot be told."""
    for it in reversed(command.earlier):
        if not is_git(it):
            continue
        name, *rest = words_of(it) or [""]
        targets = [one for one in rest if not one.startswith("-")]
        if name == "worktree" and targets[:1] == ["add"] and targets[1:]:
            if command.path(targets[1]) == _folder(command, places):
                return targets[2] if targets[2:] else os.path.basename(targets[1])
            continue
        if name in ("checkout", "switch") and targets and "--" not in rest:
            return "" if UNKNOWN in targets[0] else targets[0]
    return _checked_out(_folder(command, places))


def pushed_branches(command: Command, places: Places) -> list[str]:
    """The branches on the server that a command pushes to, `*` for all; empty if it pushes nothing."""
    name, *rest = words_of(command) or [""]
    if name == "subtree":
        name, *rest = rest or [""]
    if name not in ("push", "send-pack") or any(it in rest for it in ("-n", "--dry-run", "--help")) or rest == ["-h"]:
        return []
    if any(it in rest for it in ("--all", "--mirror", "--branches")):
        return ["*"]
    operands: list[str] = []
    at = 0
    while at < len(rest):
        if not rest[at].startswith("-"):
            operands.append(rest[at])
        at += 2 if rest[at] in _PUSH_VALUED else 1
    if "--tags" in rest and not operands[1:]:
        return []
    if not operands[1:] and any(it.lower() == "push.default=matching" for it in settings_of(command)):
        return ["*"]
    named = [_target(it) for it in operands[1:]]
    here = current_branch(command, places)
    # What only a run can tell is mostly the branch that is checked out.
    return [here if it in ("HEAD", "@") or UNKNOWN in it else it for it in named] if named else [here]


def _target(refspec: str) -> str:
    if refspec.lstrip("+") == ":":
        return "*"
    name = refspec.lstrip("+").rpartition(":")[2]
    # Git finds a branch by a part of its whole name as well.
    begin = next((it for it in ("refs/heads/", "heads/") if name.startswith(it)), "")
    return name[len(begin) :]


def has_branch(command: Command, places: Places, name: str) -> bool:
    """Whether a repository has a branch, as far as its files tell; also if they do not."""
    git = _repository(_folder(command, places))
    if git is None or UNKNOWN in name or os.path.isdir(os.path.join(git, "reftable")):
        return True
    # A worktree has its branches in the repository that it belongs to.
    top = os.path.join(git, _read(os.path.join(git, "commondir")).strip())
    packed = _read(os.path.join(top, "packed-refs"), 10_000_000)
    heads = os.path.join(top, "refs", "heads")
    if not packed and not (os.path.isdir(heads) and os.listdir(heads)):
        return True
    return (
        os.path.exists(os.path.join(heads, name))
        or f" refs/heads/{name}\n" in packed
        or _checked_out(_folder(command, places)) == name
    )


def _folder(command: Command, places: Places) -> str:
    folder = command.folder or places.project
    word = folder_word(command)
    return folder if word is None else command.path(word) or folder


def _checked_out(folder: str) -> str:
    """The branch that is checked out in a folder; empty if there is none, or a commit is checked out."""
    git = _repository(folder)
    return _read(os.path.join(git, "HEAD")).partition("ref: refs/heads/")[2].strip() if git is not None else ""


def _repository(folder: str) -> str | None:
    """The place of the repository that a folder is in; None if there is none."""
    while True:
        place = os.path.join(folder, ".git")
        if os.path.isfile(place):
            # A worktree has its own place in the repository.
            place = os.path.join(folder, _read(place).partition("gitdir:")[2].strip())
        if os.path.isdir(place):
            return place
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _read(path: str, longest: int = 10_000) -> str:
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(longest)
    except (OSError, UnicodeDecodeError):
        return ""
