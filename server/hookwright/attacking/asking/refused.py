"""Which calls a guard refuses when it is asked about them, and what it says of each; and which ones it approves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hookwright.attacking.asking.circumstances import approves, refuses
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.sending import plan_of
from hookwright.attacking.asking.stages import Stages
from hookwright.attacking.forms.model import Variant
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.model.outcome import Outcome


def _as_it_is(_stage: Stage, _call: Variant) -> None:
    """Leaves the copy of the project as it is."""


async def refused(
    guard: Guard,
    calls: Iterable[Variant],
    stages: Stages,
    host: Host,
    put: Callable[[Stage, Variant], None] = _as_it_is,
) -> Mapping[tuple[str, str], str]:
    """What the guard says of each call that it refuses, by what the call does, and its text.

    `put` prepares the copy of the project for a call.
    """
    every = await _answers(guard, calls, stages, host, put)
    return {
        key: "\n".join(filter(None, (it.folded.reason, *it.objections())))
        for key, it in every.items()
        if refuses(it.folded)
    }


async def approved(guard: Guard, calls: Iterable[Variant], stages: Stages, host: Host) -> frozenset[tuple[str, str]]:
    """The calls that the guard approves, so that nobody is asked: what each does, and its text."""
    every = await _answers(guard, calls, stages, host, _as_it_is)
    return frozenset(key for key, it in every.items() if approves(it.folded))


async def _answers(
    guard: Guard,
    calls: Iterable[Variant],
    stages: Stages,
    host: Host,
    put: Callable[[Stage, Variant], None],
) -> Mapping[tuple[str, str], Outcome]:
    """The outcome of each call that the guard is asked about; `put` prepares the copy of the project for it."""
    found: dict[tuple[str, str], Outcome] = {}

    async def ask(stage: Stage, it: Variant) -> None:
        home = stage.layout.home if "{home}" in it.text else None
        payload = guard.askers.payload(it, guard.project, home)
        plan = plan_of(guard, payload, host) if payload is not None else None
        if plan is None or not plan.steps:
            return
        put(stage, it)
        if (answer := await stages.question(stage, plan)) is not None:
            found[(it.does, it.text)] = answer

    await stages.each(dict.fromkeys(calls), ask)
    return found
