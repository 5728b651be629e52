"""The branch that a project has checked out: some commands do harm only on one branch."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from hookwright.files import read_start
from hookwright.patterns import late_pattern

_MOST_BYTES = 4096
_SHARED = "../.."
"""From the folder of a worktree to what it shares with the others."""
_PROTECTED = ("main", "master", "develop", "dev", "production", "prod", "staging", "release", "trunk", "stable")
_PACKED = late_pattern(r"(?m)^[0-9a-f]{40,64} refs/heads/(\S+)$")
_ELSEWHERE, _BRANCH = "gitdir:", "ref: refs/heads/"


def folder_of_git(project: str) -> str:
    """The folder where git keeps what belongs to the project, of a worktree that of its own."""
    own = os.path.join(project, ".git")
    said = start_of(own)
    return os.path.join(project, said.removeprefix(_ELSEWHERE).strip()) if said.startswith(_ELSEWHERE) else own


def checked_out(project: str) -> str | None:
    """The name of the branch; None if the folder is no repository of git, or has no branch checked out."""
    return start_of(os.path.join(folder_of_git(project), "HEAD")).partition(_BRANCH)[2].strip() or None


def commit_of(project: str) -> str:
    """The commit of the branch that is checked out; empty if no file of git says it."""
    branch = checked_out(project)
    return _commit(project, f"heads/{branch}") if branch else ""


def main_branch(project: str, texts: Iterable[str]) -> str:
    """The branch of the project that only pull requests are to change: `main`, or another one that texts name.

    Without a branch `main`, here or on the server, it is the first one of those that the texts name and that is here.
    """
    if _is_there(project, "main"):
        return "main"
    return next((it for it in named_in(texts) if _is_there(project, it)), "main")


def local_branches(project: str) -> list[str]:
    """The names of the branches of a project that a file of git has; reads the disk."""
    own = folder_of_git(project)
    found: dict[str, None] = {}
    for shared in (own, os.path.join(own, _SHARED)):
        top = os.path.join(shared, "refs", "heads")
        for folder, _, names in os.walk(top):
            found |= dict.fromkeys(os.path.relpath(os.path.join(folder, it), top).replace(os.sep, "/") for it in names)
        found |= dict.fromkeys(_PACKED.findall(start_of(os.path.join(shared, "packed-refs"))))
    return sorted(found)


def _is_there(project: str, branch: str) -> bool:
    return any(_commit(project, it) for it in (f"heads/{branch}", f"remotes/origin/{branch}"))


def _commit(project: str, reference: str) -> str:
    """The commit of `heads/NAME` or `remotes/SERVER/NAME`; empty if no file of git says it."""
    own = folder_of_git(project)
    shared = os.path.join(own, _SHARED)
    alone = (start_of(os.path.join(it, "refs", *reference.split("/"))).strip() for it in (own, shared))
    packed = re.compile(rf"(?m)^([0-9a-f]{{40,64}}) refs/{re.escape(reference)}$")
    together = (packed.search(start_of(os.path.join(it, "packed-refs"))) for it in (own, shared))
    return next(filter(None, (*alone, *(it[1] for it in together if it))), "")


def named_in(texts: Iterable[str]) -> list[str]:
    """The branches that only pull requests are to change, as far as texts name them; `main` if they name none."""
    text = "\n".join(texts)
    return [it for it in _PROTECTED if re.search(rf"(?<![\w.-]){it}(?![\w(-])", text)] or ["main"]


def start_of(path: str) -> str:
    """The first 4 KiB of a file; empty if it cannot be read."""
    try:
        return read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
