"""What a plan comes to: its hooks are run in their event's order, read, and folded into one outcome."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial

from hookwright.engine.background import Background
from hookwright.engine.chain import run_chain
from hookwright.engine.events import Phase, RunEvent, Watch
from hookwright.engine.guard import Guard, admitted
from hookwright.engine.host import Host
from hookwright.engine.identity import identity
from hookwright.engine.lanes import lanes
from hookwright.engine.model import Model
from hookwright.engine.perform import Setting, not_run, perform
from hookwright.engine.plan import Plan, Step
from hookwright.engine.spill import Spill
from hookwright.model.event import Order
from hookwright.model.outcome import Message, Outcome, Reading, Run
from hookwright.model.reaction import Audience, Level, Status
from hookwright.policies.payloads import environment, stdin_object

_AT_ONCE = 10
"""How many hooks of one dispatch run at the same time."""


async def dispatch(
    plan: Plan,
    host: Host,
    *,
    watch: Watch | None = None,
    background: Background | None = None,
    model: Model | None = None,
    guard: Guard | None = None,
) -> Outcome:
    """Runs the plan and answers its outcome; whatever a hook does becomes a record, never an exception.

    Cancelling it ends every hook that runs.  `watch` is told as hooks start, print and finish.  Where the event is not
    waited for, its hooks go on in the `background` behind the answer (B6); without one, they are waited for.  The
    `model` answers prompts; without one they are skipped (D5).  What the `guard` has seen before runs nothing (A15).
    """
    with admitted(guard, plan) as fresh:
        return await _fire(plan, host, watch, background, model) if fresh else _outcome(plan, (), duplicate=True)


async def _fire(
    plan: Plan, host: Host, watch: Watch | None, background: Background | None, model: Model | None
) -> Outcome:
    runs: tuple[Run, ...] = ()
    if plan.steps:
        spill = Spill(host.temp)
        setting = replace(_setting(plan, host, watch, spill), model=model)
        if plan.row.order is Order.BACKGROUND and background is not None:
            background.start(_run_behind(setting, spill, background))
            runs = tuple(_begun(it) for it in plan.steps)
        else:
            runs = await _run_and_tidy(setting, spill)
    return _outcome(plan, runs)


def _outcome(plan: Plan, runs: tuple[Run, ...], *, duplicate: bool = False) -> Outcome:
    return Outcome(
        dispatch_id=plan.facts.dispatch_id,
        event=plan.row.name,
        dialect=plan.request.dialect.id,
        folded=plan.row.fold([it.reading for it in runs]),
        messages=_messages(plan, runs),
        runs=runs,
        duplicate=duplicate,
    )


def _setting(plan: Plan, host: Host, watch: Watch | None, spill: Spill) -> Setting:
    dialect, facts = plan.request.dialect, replace(plan.facts, user_name=host.user)
    stdin = json.dumps(stdin_object(dialect, plan.row, facts), ensure_ascii=False)
    added = environment(dialect, plan.row, facts, spill.write)
    return Setting(plan, host, {**host.environ, **added}, stdin.encode("utf-8", "replace"), watch)


def _begun(step: Step) -> Run:
    """The record of a hook that nobody waits for."""
    if step.skipped_because is not None:
        return not_run(step, step.skipped_because)
    return Run(hook=identity(step.hook), reading=Reading(status=Status.RUNNING))


async def _run_behind(setting: Setting, spill: Spill, background: Background) -> None:
    watch, number = setting.watch, setting.plan.facts.dispatch_id

    def pass_on(event: RunEvent) -> None:
        if watch is not None:
            watch(event)
        if event.phase is Phase.FINISHED and event.run is not None:
            background.tell(number, event.run)

    try:
        # The answer goes first.
        await asyncio.sleep(0)
        await _run_all(replace(setting, watch=pass_on), spill)
    finally:
        spill.close()


async def _run_and_tidy(setting: Setting, spill: Spill) -> tuple[Run, ...]:
    try:
        return await _run_all(setting, spill)
    finally:
        spill.close()


async def _run_all(setting: Setting, spill: Spill) -> tuple[Run, ...]:
    steps = setting.plan.steps
    if setting.plan.row.order is Order.SERIAL:
        renew = partial(_setting, host=setting.host, watch=setting.watch, spill=spill)
        return await run_chain(setting, steps, lambda plan: replace(renew(plan), model=setting.model))
    if len(steps) == 1:
        return (await perform(setting, steps[0]),)
    slots = asyncio.Semaphore(_most_at_once(setting.plan))

    async def in_slot(lane: tuple[Step, ...]) -> list[Run]:
        async with slots:
            return [await perform(setting, it) for it in lane]

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(in_slot(it)) for it in lanes(steps, setting.plan.row.order)]
    return tuple(run for it in tasks for run in it.result())


def _most_at_once(plan: Plan) -> int:
    knob = plan.request.dialect.limit_knob
    return int(plan.knobs.get(knob, _AT_ONCE)) if knob is not None else _AT_ONCE


def _messages(plan: Plan, runs: tuple[Run, ...]) -> tuple[Message, ...]:
    """What is wrong with the files first, then what the hooks say, in configuration order."""
    problems = [Message(Audience.USER, Level.WARNING, it) for it in plan.problems]
    said = [Message(to, level, text, it.hook.id) for it in runs for to, level, text in it.reading.messages]
    return (*problems, *said)
