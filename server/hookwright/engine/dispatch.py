"""Runs the hooks of a plan in the order of their event, reads them, and folds them into one outcome."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hookwright.engine.background import Background
from hookwright.engine.correlation import within
from hookwright.engine.events import Phase, RunEvent, Watch
from hookwright.engine.given_folder import with_given_folder
from hookwright.engine.guard import Guard, admitted, without_spent
from hookwright.engine.large_values import LargeValues
from hookwright.engine.plan import Plan, Step
from hookwright.engine.process import require_processes
from hookwright.engine.run_hook import not_run, run_hook
from hookwright.engine.setting import Setting
from hookwright.engine.side_by_side import does_any, run_side_by_side
from hookwright.host import Host
from hookwright.limits import is_deeper
from hookwright.matching.verdict import quoted
from hookwright.model.codes import Code, Degraded, FailurePolicy, Fault
from hookwright.model.event import Order
from hookwright.model.outcome import Folded, HookIdentity, Message, Outcome, Reading, Run, identity
from hookwright.model.reaction import Audience, Level, Status
from hookwright.policies.folds import changer, effective, failed_closed, folded, in_order, refusal_on, speaker
from hookwright.policies.inputs import with_taken_input
from hookwright.policies.output import value_at
from hookwright.policies.payloads import as_call_of, environment, input_of, stdin_object, stdin_text

if TYPE_CHECKING:
    from hookwright.engine.model import Delegate, Model
    from hookwright.model.dialect import Dialect
    from hookwright.model.event import EventRow
    from hookwright.policies.payloads import Facts

logger = logging.getLogger(__name__)


async def dispatch(
    plan: Plan,
    host: Host,
    *,
    watch: Watch | None = None,
    background: Background | None = None,
    model: Model | None = None,
    delegate: Delegate | None = None,
    slots: asyncio.Semaphore | None = None,
    guard: Guard | None = None,
) -> Outcome:
    """Runs the plan and answers its outcome; everything that a hook does becomes a record, never an exception.

    Cancelling it ends every hook that runs.  `watch` is called as hooks start, print and finish.  If the agent does not
    wait for the event, its hooks go on in the `background` after the answer (B6), or are waited for without one.  The
    `model` answers prompts; without one they are skipped (D5).  The `delegate` runs the hooks of its types itself.
    `slots` bound the commands that run at the same time, in this dispatch and others.  What the `guard` has seen before
    runs nothing (A15).
    Raises FiringUnsupported if the system cannot run hooks, and UsageError where the payload is not JSON.
    """
    host = plan.on(host)
    with within(plan.facts.dispatch_id), admitted(guard, plan) as fresh:
        logger.info("%s for %s: %d hooks", plan.row.name, plan.request.project_dir, len(plan.steps))
        begun = Setting(
            without_spent(guard, plan) if fresh else plan, host, host.environ, b"", watch, model, delegate, slots
        )
        outcome = await _fire(begun, background) if fresh else _outcome(plan, (), duplicate=True)
        logger.info("decision %s, blocked: %s", outcome.folded.decision, outcome.folded.blocked)
        return outcome


async def _fire(begun: Setting, background: Background | None) -> Outcome:
    plan = begun.plan
    runs: tuple[Run, ...] = ()
    if plan.steps:
        require_processes()
        behind = () if background is None else tuple(it for it in plan.steps if _is_behind(plan, it))
        if behind and background is not None:
            large_values = LargeValues(begun.host.temp)
            setting = _with_input_of(begun, replace(plan, steps=behind), large_values)
            background.start(_run_behind(setting, large_values, background))
        if not behind:
            return _outcome(plan, await _run_awaited(begun, plan))
        awaited = tuple(it for it in plan.steps if not _is_behind(plan, it))
        runs = await _run_awaited(begun, replace(plan, steps=awaited)) if awaited else ()
        runs = tuple(_in_place(plan, runs))
    return _outcome(plan, runs)


def _is_behind(plan: Plan, step: Step) -> bool:
    return plan.row.running.order is Order.BACKGROUND or step.background


def _in_place(plan: Plan, runs: Sequence[Run]) -> Iterator[Run]:
    """A record for each step in the order of the plan, those of the awaited ones as far as there are some."""
    ended = iter(runs)
    for step in plan.steps:
        found = _begun(step) if _is_behind(plan, step) else next(ended, None)
        if found is not None:
            yield found


def _outcome(plan: Plan, runs: tuple[Run, ...], *, duplicate: bool = False) -> Outcome:
    readings = [it.reading for it in runs]
    said = folded(readings, plan.row.folding)
    taken = with_taken_input(said, plan.request.dialect, plan.row, plan.facts.payload)
    messages = _messages(plan, runs)
    if taken is not said:
        changed = changer(readings, plan.row.folding)
        refused = None if changed is None else runs[changed].hook.id
        messages = (*messages, Message(Audience.AGENT, Level.ERROR, taken.reason or "", refused, Code.INPUT_NOT_TAKEN))
    made = with_given_folder(taken, plan, runs)
    if made.blocked and made is not taken:
        messages = (*messages, Message(Audience.USER, Level.ERROR, made.reason or "", code=Code.REFUSED))
    taken = made
    degraded = _degraded(plan, runs)
    if plan.request.failure_policy is FailurePolicy.CLOSED:
        closed = failed_closed(taken, plan.row, degraded)
        messages = messages if closed is taken else (*messages, _refusal(plan, closed))
        taken = closed
    return Outcome(
        dispatch_id=plan.facts.dispatch_id,
        event=plan.row.name,
        dialect=plan.request.dialect.id,
        folded=taken,
        messages=messages,
        degraded=degraded,
        runs=runs,
        duplicate=duplicate,
    )


def _refusal(plan: Plan, closed: Folded) -> Message:
    """Says a refusal for a hook that had no say to whom a hook's own would be said."""
    refusal = refusal_on(plan.row)
    to = refusal.says.to if refusal is not None and refusal.says is not None else Audience.AGENT
    return Message(to, Level.ERROR, closed.reason or "", code=Code.FAILED_CLOSED)


def _with_input_of(setting: Setting, plan: Plan, large_values: LargeValues) -> Setting:
    """The setting with what the hooks of a plan read: their stdin and their variables."""
    host, dialect, facts = setting.host, plan.request.dialect, replace(plan.facts, user_name=setting.host.user)
    rows = dialect.spellings(plan.row)
    stdins = {it.name: _stdin(dialect, it, facts) for it in rows}
    for name in {it.met_as for it in plan.steps} - {""}:
        met = replace(facts, payload=as_call_of(dialect, plan.row, name, facts.payload))
        stdins[name] = _stdin(dialect, plan.row, met)
    added = environment(dialect, plan.row, facts, large_values.write)
    environ = {**host.environ, **added}
    return replace(setting, plan=plan, environment=environ, stdin=stdins[plan.row.name], stdins=stdins)


def _stdin(dialect: Dialect, row: EventRow, facts: Facts) -> bytes:
    return stdin_text(stdin_object(dialect, row, facts)).encode("utf-8", "replace")


def _begun(step: Step) -> Run:
    """The record of a hook that runs in the background."""
    if step.skipped_because is not None:
        return not_run(step, Fault(Code.NOT_SUPPORTED, step.skipped_because))
    return Run(hook=identity(step.hook), reading=Reading(status=Status.RUNNING))


async def _run_behind(setting: Setting, large_values: LargeValues, background: Background) -> None:
    watch, number = setting.watch, setting.plan.facts.dispatch_id

    def pass_on(event: RunEvent) -> None:
        if watch is not None:
            watch(event)
        if event.phase is Phase.FINISHED and event.run is not None:
            background.tell(number, event.run)

    try:
        # The answer goes first.
        await asyncio.sleep(0)
        await _run_all(replace(setting, watch=pass_on), large_values)
    finally:
        large_values.close()


async def _run_awaited(begun: Setting, plan: Plan) -> tuple[Run, ...]:
    large_values = LargeValues(begun.host.temp)
    try:
        return await _run_all(_with_input_of(begun, plan, large_values), large_values)
    finally:
        large_values.close()


async def _run_all(setting: Setting, large_values: LargeValues) -> tuple[Run, ...]:
    steps = setting.plan.steps
    if setting.plan.order is Order.SERIAL:
        return await run_chain(setting, steps, lambda plan: _with_input_of(setting, plan, large_values))
    return await run_side_by_side(setting)


def _messages(plan: Plan, runs: tuple[Run, ...]) -> tuple[Message, ...]:
    """What is wrong with the files first, then what the hooks say."""
    problems = [Message(Audience.USER, Level.WARNING, it, code=it.code) for it in plan.problems]
    folding = plan.row.folding
    readings = effective([it.reading for it in runs], folding)
    first = speaker(readings, folding) if folding.sole_refusal else None
    # An agent that is stopped is not told what to go on with.
    stops = any(it.stop_agent for it in readings)
    said = [
        Message(to, level, text, runs[place].hook.id, code)
        for place in in_order(readings, folding)
        for to, level, text, code in readings[place].messages
        if (first in (None, place) and not (stops and readings[place].must_continue))
        or (to, level) != (Audience.AGENT, Level.ERROR)
    ]
    return (*problems, *said)


def _degraded(plan: Plan, runs: tuple[Run, ...]) -> tuple[Degraded, ...]:
    """What is wrong with files that may have hooks on the event, and then the hooks that had no say."""
    files = [Degraded(it.code, it.source, None, it) for it in plan.faults]
    faults = ((it.hook, it.reading.fault) for it in runs)
    return (*files, *(_without_say(hook, it) for hook, it in faults if it is not None))


def _without_say(hook: HookIdentity, fault: Fault) -> Degraded:
    return Degraded(fault.code, hook.source, hook.id, f"{quoted(hook.name or hook.command)}: {fault.text}")


async def run_chain(setting: Setting, steps: Sequence[Step], renew: Callable[[Plan], Setting]) -> tuple[Run, ...]:
    """Runs the steps up to the first that ends the chain; those behind it have no run (A10, A12, A14).

    Where the event accumulates, `renew` makes the setting of each next hook from the plan with the changed input, and
    every reading that changes the input holds the whole of it.  So it does where results are chained.  What hooks add
    to the context grows the field of the payload that the event names for it.
    """
    row, runs = setting.plan.row, list[Run]()
    for step in steps:
        run = await run_hook(setting, step)
        changes = run.reading.updated_input
        if row.chain.accumulates and changes is not None:
            whole = {**({} if row.chain.replaces_input else _input(setting.plan)), **changes}
            run = replace(run, reading=replace(run.reading, updated_input=whole))
            if is_deeper(whole):
                # The call will be refused, and no other hook could be sure to read it.
                return (*runs, run)
            setting = renew(_with_input(setting.plan, whole))
        handed = value_at(run.reading.output or {}, row.chain.hands_on) if row.chain.hands_on else None
        if isinstance(handed, dict) and not is_deeper(handed):
            setting = renew(_with_input(setting.plan, {**_input(setting.plan), **handed}))
        if row.chain.chains_results and run.reading.updated_result is not None:
            setting = renew(_with_result(setting.plan, run.reading.updated_result))
        if row.chain.context_into and run.reading.context:
            setting = renew(_with_context(setting.plan, run.reading.context))
        runs.append(run)
        if does_any(row.running.stops_at, run.reading):
            break
    return tuple(runs)


def _with_context(plan: Plan, context: str) -> Plan:
    payload, name = plan.facts.payload, plan.row.chain.context_into
    grown = f"{payload.get(name, '')}\n\n{context}"
    return replace(plan, facts=replace(plan.facts, payload={**payload, name: grown}))


def _input(plan: Plan) -> Mapping[str, Any]:
    return input_of(plan.request.dialect, plan.facts.payload) or {}


def _with_input(plan: Plan, whole: Mapping[str, Any]) -> Plan:
    payload, calls = plan.facts.payload, plan.request.dialect.calls
    # A payload may have the input under each of its names.
    names = {calls.input_in(payload), *(it for it in calls.inputs if it in payload)}
    return replace(plan, facts=replace(plan.facts, payload={**payload, **dict.fromkeys(names, whole)}))


def _with_result(plan: Plan, result: object) -> Plan:
    payload = plan.facts.payload
    names = [it for it in plan.request.dialect.calls.responses if it in payload]
    return replace(plan, facts=replace(plan.facts, payload={**payload, **dict.fromkeys(names, result)}))
