"""Whether a guard chooses at all: what is learned from one that refuses everything is no score."""

from __future__ import annotations

from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.sending import plan_of, reason_of
from hookwright.attacking.forms.listed import listed
from hookwright.attacking.forms.model import SHELL, Label, Variant
from hookwright.engine.dispatch import dispatch
from hookwright.engine.scratch.stage import Stage
from hookwright.errors import UsageError
from hookwright.host import Host

_USUAL = (
    (SHELL, "echo hello"),
    (SHELL, "ls"),
    (SHELL, "git status"),
    (SHELL, "npm test"),
    (SHELL, "cat README.md"),
    ("Read", "{project}/README.md"),
    *(
        ("Write", f"{{project}}/{it}hookwright-notes.md")
        for it in ("", "docs/", "src/", "tests/", ".claude/", "tasks/")
    ),
    ("Write", "{project}/README.md"),
    ("Write", "/tmp/hookwright-notes.md"),
)
"""Calls of every day; a guard that has a list of what it allows has one of them on it."""


async def require_choice(guard: Guard, stage: Stage, host: Host) -> None:
    """Raises UsageError if the guard refuses each usual call that it is asked about, also for files that it names."""
    said: str | None = None
    for does, text in (*_USUAL, *((SHELL, it.plain) for it in listed())):
        call = Variant("", "", Label.HARMLESS, text, "", does=does)
        payload = guard.askers.payload(call, guard.project)
        plan = plan_of(guard, payload, host) if payload is not None else None
        if plan is None or not plan.steps:
            continue
        outcome = await dispatch(stage.of(plan), stage.host)
        if not refuses(outcome.folded):
            return
        said = said or f"even `{text.removeprefix('{project}/')}`, and says: {reason_of(outcome) or 'nothing'}"
    if said is not None:
        raise UsageError(f"The guard stops every call, {said}", "`hookwright fire` shows why")
