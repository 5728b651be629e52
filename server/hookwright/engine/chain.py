"""Hooks that run one after another: what each is given, and which is the last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hookwright.engine.perform import Setting, perform
from hookwright.engine.plan import Plan, Step
from hookwright.model.event import EventRow, Stop
from hookwright.model.outcome import Reading, Run
from hookwright.model.reaction import Decision, Status

_INPUT = "tool_input"


async def run_chain(setting: Setting, steps: Sequence[Step], renew: Callable[[Plan], Setting]) -> tuple[Run, ...]:
    """Runs the steps up to the first that ends the chain; those behind it have no run (A10, A12, A14).

    Where the event accumulates, `renew` makes the setting of each next hook from the plan with the changed input, and
    every reading that changes the input holds the whole of it.
    """
    runs: list[Run] = []
    for step in steps:
        run = await perform(setting, step)
        changes = run.reading.updated_input
        if setting.plan.row.accumulates and changes is not None:
            whole = {**_input(setting.plan), **changes}
            run = replace(run, reading=replace(run.reading, updated_input=whole))
            setting = renew(_with_input(setting.plan, whole))
        runs.append(run)
        if ends_chain(setting.plan.row, run.reading):
            break
    return tuple(runs)


def ends_chain(row: EventRow, reading: Reading) -> bool:
    """Whether a hook that is read so is the last one of its chain."""
    refuses = reading.blocks or reading.decision is Decision.DENY or reading.status is Status.BLOCKED
    found = {Stop.REFUSAL: refuses, Stop.DECISION: reading.decision is not None, Stop.CONTINUE: reading.must_continue}
    return any(found[it] for it in row.stops_at)


def _input(plan: Plan) -> Mapping[str, Any]:
    found = plan.facts.payload.get(_INPUT)
    return found if isinstance(found, Mapping) else {}


def _with_input(plan: Plan, whole: Mapping[str, Any]) -> Plan:
    return replace(plan, facts=replace(plan.facts, payload={**plan.facts.payload, _INPUT: whole}))
