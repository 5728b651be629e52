"""What a plan comes to: its hooks are run in their event's order, read, and folded into one outcome."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from hookwright.engine.commands import argv_of
from hookwright.engine.events import Phase, RunEvent, Watch, output_watcher
from hookwright.engine.host import Host
from hookwright.engine.identity import identity
from hookwright.engine.plan import Plan, Step
from hookwright.engine.process import Command, Finished, run
from hookwright.model.event import Order
from hookwright.model.outcome import Message, Outcome, Reading, Result, Run
from hookwright.model.reaction import Audience, Decision, Level, Status
from hookwright.policies.payloads import environment, stdin_object
from hookwright.policies.reading import read_result

_AT_ONCE = 10
"""How many hooks of one dispatch run at the same time."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What all hooks of one dispatch share."""

    plan: Plan
    host: Host
    environment: Mapping[str, str]
    stdin: bytes
    watch: Watch | None


async def dispatch(plan: Plan, host: Host, *, watch: Watch | None = None) -> Outcome:
    """Runs the plan and answers its outcome (contract §1); whatever a hook does becomes a record, never an exception.

    Cancelling it ends every hook that runs.  `watch` is told as hooks start, print and finish.
    """
    runs = await _run_all(_setting(plan, host, watch)) if plan.steps else ()
    return Outcome(
        dispatch_id=plan.facts.dispatch_id,
        event=plan.row.name,
        dialect=plan.request.dialect.id,
        folded=plan.row.fold([it.reading for it in runs]),
        messages=_messages(plan, runs),
        runs=runs,
    )


def _setting(plan: Plan, host: Host, watch: Watch | None) -> _Setting:
    dialect = plan.request.dialect
    stdin = json.dumps(stdin_object(dialect, plan.row, plan.facts), ensure_ascii=False)
    added = environment(dialect, plan.row, plan.facts)
    return _Setting(plan, host, {**host.environ, **added}, stdin.encode("utf-8", "replace"), watch)


async def _run_all(setting: _Setting) -> tuple[Run, ...]:
    steps = setting.plan.steps
    if len(steps) == 1:
        return (await _run(setting, steps[0]),)
    if setting.plan.row.order is Order.SERIAL:
        return await _run_chain(setting)
    slots = asyncio.Semaphore(_AT_ONCE)

    async def in_slot(step: Step) -> Run:
        async with slots:
            return await _run(setting, step)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(in_slot(it)) for it in steps]
    return tuple(it.result() for it in tasks)


async def _run_chain(setting: _Setting) -> tuple[Run, ...]:
    """One after the other, up to the first that refuses or makes the agent go on."""
    runs: list[Run] = []
    for step in setting.plan.steps:
        runs.append(await _run(setting, step))
        if _ends_chain(runs[-1].reading):
            break
    return tuple(runs)


def _ends_chain(reading: Reading) -> bool:
    return reading.blocks or reading.must_continue or reading.decision is Decision.DENY


async def _run(setting: _Setting, step: Step) -> Run:
    hook = identity(step.hook)
    if step.skipped_because is not None:
        return Run(hook=hook, reading=Reading(status=Status.SKIPPED), skipped_because=step.skipped_because)
    plan, watch = setting.plan, setting.watch
    number = plan.facts.dispatch_id
    if watch:
        watch(RunEvent(phase=Phase.STARTED, dispatch_id=number, hook=hook))
    result = await _result(setting, step, output_watcher(watch, number, hook) if watch else None)
    dialect = plan.request.dialect
    reading = read_result(result, plan.row, step.hook.values, dialect=dialect, timeout=step.timeout)
    found = Run(hook=hook, reading=reading, result=result)
    if watch:
        watch(RunEvent(phase=Phase.FINISHED, dispatch_id=number, hook=hook, run=found))
    return found


async def _result(setting: _Setting, step: Step, on_output: Callable[[str, bytes], None] | None) -> Result:
    plan = setting.plan
    cwd = plan.facts.cwd
    argv = argv_of(plan.request.dialect, step.hook, setting.host, setting.environment, cwd)
    if isinstance(argv, str):
        return Result(exit_code=None, problem=argv, started_at=datetime.now(UTC), duration=0.0)
    command = Command(argv, cwd, setting.environment, setting.stdin, step.timeout)
    return _decoded(await run(command, on_output))


def _decoded(finished: Finished) -> Result:
    return Result(
        exit_code=finished.exit_code,
        signal=finished.signal,
        timed_out=finished.timed_out,
        problem=finished.start_error,
        stdout=finished.stdout.decode("utf-8", "replace"),
        stderr=finished.stderr.decode("utf-8", "replace"),
        stdout_truncated=finished.stdout_total > len(finished.stdout),
        stderr_truncated=finished.stderr_total > len(finished.stderr),
        started_at=finished.started_at,
        duration=finished.duration,
    )


def _messages(plan: Plan, runs: tuple[Run, ...]) -> tuple[Message, ...]:
    """What is wrong with the files first, then what the hooks say, in configuration order."""
    problems = [Message(Audience.USER, Level.WARNING, it) for it in plan.problems]
    said = [Message(to, level, text, it.hook.id) for it in runs for to, level, text in it.reading.messages]
    return (*problems, *said)
