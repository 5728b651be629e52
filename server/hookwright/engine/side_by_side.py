"""Runs the hooks of an event at the same time: in lanes, not too many at once, until one of them wins a race."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from hookwright.engine.events import Phase
from hookwright.engine.plan import Plan, Step, lanes
from hookwright.engine.run_hook import run_hook
from hookwright.engine.setting import Setting
from hookwright.model.event import Stop
from hookwright.model.outcome import Reading, Run, identity
from hookwright.model.reaction import Decision, Status

_AT_ONCE = 10
"""How many hooks of one dispatch run at the same time."""

_OUTRUN = "another hook of the event had decided first, which ended it"


async def run_side_by_side(setting: Setting) -> tuple[Run, ...]:
    """Runs the plan's steps and gives their records in configuration order; each knows as which it ended.

    The first that does what the event's `race` says ends the others, with all that they have started.
    """
    steps, race = setting.plan.steps, setting.plan.row.running.race
    if len(steps) == 1:
        return (await run_hook(setting, steps[0]),)
    slots, ended = asyncio.Semaphore(_most_at_once(setting.plan)), count()
    begun: dict[int, Run | None] = {}
    tasks: list[asyncio.Task[None]] = []

    async def run(step: Step) -> None:
        begun[id(step)] = None
        found = await run_hook(setting, step)
        begun[id(step)] = found = replace(found, reading=replace(found.reading, ended=next(ended)))
        if does_any(race, found.reading):
            for it in tasks:
                if it is not asyncio.current_task():
                    it.cancel()

    async def in_slot(lane: Sequence[Step]) -> None:
        async with slots:
            for step in lane:
                await run(step)

    async with asyncio.TaskGroup() as group:
        tasks += [group.create_task(in_slot(it)) for it in lanes(steps, setting.plan.row.running.order)]
    return tuple(begun.get(id(it)) or _outrun(setting, it, begun=id(it) in begun) for it in steps)


def does_any(stops: Sequence[Stop], reading: Reading) -> bool:
    """Whether a hook that is read so does one of these things."""
    refuses = reading.blocks or reading.decision is Decision.DENY or reading.status is Status.BLOCKED
    found = {
        Stop.REFUSAL: refuses,
        Stop.ASKING: reading.decision is Decision.ASK,
        Stop.OBJECTION: reading.status is Status.BLOCKED,
        Stop.DECISION: reading.decision is not None,
        Stop.CONTINUE: reading.must_continue,
        Stop.STOPPED: reading.stop_agent,
    }
    return any(found[it] for it in stops)


def _outrun(setting: Setting, step: Step, *, begun: bool) -> Run:
    """The record of a hook that another one has ended, or kept from starting."""
    hook = identity(step.hook)
    found = Run(hook=hook, reading=Reading(status=Status.SKIPPED), skipped_because=_OUTRUN)
    if begun:
        setting.tell(Phase.FINISHED, hook, found)
    return found


def _most_at_once(plan: Plan) -> int:
    knob = plan.request.dialect.running.limit_knob
    return int(plan.knobs.get(knob, _AT_ONCE)) if knob is not None else _AT_ONCE
