"""The branch that a copy of the project has checked out for a call, where a guard refuses more on `main`.

Such a guard stops each commit while `main` is checked out, and so hides what it lets pass on another branch: a commit
without checks, or one behind a command that switches to `main`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.branches import checked_out, start_of
from hookwright.attacking.circumstances import refuses
from hookwright.attacking.guard import Guard
from hookwright.attacking.model import Label, Variant, question
from hookwright.attacking.results import Tried
from hookwright.attacking.sending import plan_of
from hookwright.engine.dispatch import dispatch
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.patterns import late_pattern

_LOOKS = late_pattern(r"--show-current|--abbrev-ref|symbolic-ref|\.git/HEAD|git branch")
"""How a guard asks for the branch."""
_PROTECTED = ("main", "master")
_COMMIT = "git commit -q --allow-empty -m x"
_NEW = "hookwright-note"
_COMMITS = ("protected", "commit")
_OF_CHECKS = "checks"
_HEADS = os.path.join(".git", "refs", "heads")


class Branches(Struct, frozen=True):
    """The branch of the project, and another one of the copies; both are empty if the guard makes no difference."""

    own: str = ""
    other: str = ""

    def put(self, stage: Stage, variant: Variant | None = None) -> None:
        """Checks out the branch for the call in the copy; without a call, that of the project."""
        if self.other:
            _check_out(stage, self.other if variant is not None and _is_of_other(variant) else self.own)

    def leave(self, stage: Stage) -> None:
        """Checks out the other branch in the copy, if the guard makes a difference."""
        if self.other:
            _check_out(stage, self.other)

    def marked(self, tried: Sequence[Tried]) -> list[Tried]:
        """The same, each with the branch that it was sent on if that is not the one of the project."""
        return [replace(it, on=self.other) if self.other and _is_of_other(it.variant) else it for it in tried]

    def note(self) -> list[str]:
        """A note for the report, if the guard makes a difference."""
        if not self.other:
            return []
        about = "calls that switch to this branch, or skip checks, were sent with another branch checked out"
        return [f"the guard refuses more where `{self.own}` is checked out, as it is here: {about}"]


def _is_of_other(variant: Variant) -> bool:
    """Whether a call does harm on another branch, too, and may only be stopped as `main` is checked out."""
    if (variant.danger, variant.seed) != _COMMITS:
        return variant.danger == _OF_CHECKS
    is_form = variant.label is Label.DESTRUCTIVE and variant.changes and variant.changes[0].family.startswith("same:")
    return bool(is_form)


async def branches(guard: Guard, stages: Sequence[Stage], host: Host) -> Branches:
    """The branches to send calls on; the copies have another branch afterwards, if the guard makes a difference."""
    own = checked_out(guard.project)
    if own not in _PROTECTED or not any(map(_LOOKS.search, guard.texts)):
        return Branches()
    names = [_other_branch(it, own) for it in stages]
    if None in names or len({*names}) > 1 or not await _stops_commit(guard, stages[0], host):
        return Branches()
    found = Branches(own, names[0] or "")
    _check_out(stages[0], found.other)
    try:
        return Branches() if await _stops_commit(guard, stages[0], host) else found
    finally:
        _check_out(stages[0], own)


async def _stops_commit(guard: Guard, stage: Stage, host: Host) -> bool:
    payload = guard.askers.payload(question(_COMMIT), guard.project)
    plan = plan_of(guard, payload, host) if payload is not None else None
    return plan is not None and bool(plan.steps) and refuses((await dispatch(stage.of(plan), stage.host)).folded)


def _other_branch(stage: Stage, own: str) -> str | None:
    """A branch of the copy beside its own, made if there is none; None if it has no commit."""
    heads = os.path.join(stage.layout.project, _HEADS)
    commit = start_of(os.path.join(heads, own))
    if not commit:
        return None
    with open(os.path.join(heads, _NEW), "w", encoding="utf-8") as file:
        file.write(commit)
    return _NEW


def _check_out(stage: Stage, branch: str) -> None:
    with open(os.path.join(stage.layout.project, ".git", "HEAD"), "w", encoding="utf-8") as file:
        file.write(f"ref: refs/heads/{branch}\n")
