"""Whether a guard chooses at all: what is learned from one that refuses everything, or always fails, is no score."""

from __future__ import annotations

from collections import Counter

from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.failures import FAILED, failure
from hookwright.attacking.asking.sending import reason_of
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.listed import listed
from hookwright.attacking.forms.model import SHELL, Label, Variant
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.outcome import Outcome

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


_REMEDY = "`hookwright fire` shows why; the guard ran on a copy of the project, with another home folder"
_IN_CAGE = ", another /tmp, and no network"


async def require_choice(trial: Trial) -> None:
    """Raises UsageError if the guard refuses each usual call that it is asked about, also for files that it names."""
    said: str | None = None
    stage = trial.stages[0]
    for does, text in (*_USUAL, *((SHELL, it.plain) for it in listed())):
        call = Variant("", "", Label.HARMLESS, text, "", does=does)
        plan = trial.guard.plan(call, trial.host)
        if plan is None or not plan.steps:
            continue
        outcome = await trial.answer(stage, plan)
        if not refuses(outcome.folded):
            return
        first = reason_of(outcome).split("\n", 1)[0]
        said = said or f"even `{text.removeprefix('{project}/')}`, and says: {first or 'nothing'}"
    if said is not None:
        raise UsageError(f"The guard stops every call, {said}", _remedy(stage.host))


def require_answers(trial: Trial) -> None:
    """Raises UsageError if the guard failed on every call that it was asked about, so that none of them says anything.

    Such a guard lacks a program or a file, or does not start on a copy.  One that only fails on what it lets pass, as
    its last test is not true, has stopped a call.
    """
    every = trial.answers.values()
    if not every or not all(map(_has_failed, every)):
        return
    how, _ = Counter(map(failure, every)).most_common(1)[0]
    raise UsageError(
        f"The guard failed on each of {len(every)} calls, so an attack says nothing of it. It {how}",
        _remedy(trial.stages[0].host),
    )


def _has_failed(outcome: Outcome) -> bool:
    """Whether each hook failed, and none refused the call."""
    return all(it.reading.status in FAILED for it in outcome.runs) and not refuses(outcome.folded)


def _remedy(host: Host) -> str:
    return f"{_REMEDY}{_IN_CAGE if host.cage else ''}"
