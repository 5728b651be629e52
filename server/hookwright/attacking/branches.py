"""The branch that a project has checked out: some commands do harm only on one branch."""

from __future__ import annotations

import os

from msgspec.structs import replace

from hookwright.attacking.dangers import Danger
from hookwright.files import read_start

_MOST_BYTES = 4096
_ELSEWHERE, _BRANCH = "gitdir:", "ref: refs/heads/"


def checked_out(project: str) -> str | None:
    """The name of the branch; None if the folder is no repository of git, or has no branch checked out."""
    own = os.path.join(project, ".git")
    # In a worktree, a file says where git keeps the rest.
    said = _text(own)
    if said.startswith(_ELSEWHERE):
        own = os.path.join(project, said.removeprefix(_ELSEWHERE).strip())
    return _text(os.path.join(own, "HEAD")).partition(_BRANCH)[2].strip() or None


def on_branch(danger: Danger, branch: str | None) -> Danger:
    """The danger without the forms that do no harm on that branch; all forms if the branch is not known."""
    if branch is None:
        return danger
    seeds = (replace(seed, same=tuple(it for it in seed.same if it.on in ("", branch))) for seed in danger.seeds)
    return replace(danger, seeds=tuple(seeds))


def _text(path: str) -> str:
    try:
        return read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
