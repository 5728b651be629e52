"""The branch that a project has checked out: some commands do harm only on one branch."""

from __future__ import annotations

import os

from hookwright.files import read_start

_MOST_BYTES = 4096
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
    """The commit of the branch that is checked out; empty if its file does not say it."""
    own, branch = folder_of_git(project), checked_out(project)
    return start_of(os.path.join(own, "refs", "heads", branch)).strip() if branch else ""


def start_of(path: str) -> str:
    """The first 4 KiB of a file; empty if it cannot be read."""
    try:
        return read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
