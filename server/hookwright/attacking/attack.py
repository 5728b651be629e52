"""Sends the calls to a guard in a scratch copy, several at once, and says what it did with each; runs none of them."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.circumstances import circumstances, refuses
from hookwright.attacking.failures import failure, failures
from hookwright.attacking.guard import Guard
from hookwright.attacking.meant import Meant
from hookwright.attacking.model import SHELL, Label, Variant
from hookwright.attacking.results import Attacked, Circumstance, Tried, Verdict
from hookwright.attacking.rounds import rounds, usual_count
from hookwright.attacking.variants import number_of_singles
from hookwright.consent.asking import require_copied
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.engine.scratch.stage import Stage, staged
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.paths import is_in
from hookwright.policies.payloads import subject_of

_LANES = min((os.cpu_count() or 1) + 1, 4)
"""How many calls are sent at the same time."""
_MOST_SECONDS_EACH = 10.0
_TEMPORARY = tuple({os.path.realpath(it) for it in ("/tmp", "/var/tmp", tempfile.gettempdir())})
_BESIDE = "other-project"
"""The name of the folder beside the project that calls are about."""
_MOST_SECONDS = 300.0
MOST_COUNT = 2000


Watch = Callable[[int, int], None]
"""Is called with the number of calls that are done, and of all."""


_Asked = TypeVar("_Asked")


class _Call(Struct, frozen=True):
    """A variant with what the agent sends for it, and the plan of that, which has no steps where no hook is asked."""

    variant: Variant
    payload: Mapping[str, Any]
    plan: Plan


class _Sending:
    """Sends calls round by round; keeps those that were sent, and the result of each."""

    def __init__(self, guard: Guard, host: Host, stages: Sequence[Stage], count: int, watch: Watch) -> None:
        self.calls: list[_Call] = []
        self.tried: list[Tried] = []
        self._guard, self._host, self._stages = guard, host, stages
        self._count, self._watch = count, watch
        self._begun = time.monotonic()
        self._cannot: set[str] = set()
        self._unasked: set[tuple[str, str, str]] = set()

    async def passed(self, chosen: Iterable[Variant]) -> set[Variant]:
        """Sends the calls of a round, as long as there is time; those that the guard was asked about and let pass."""
        calls = list(self._calls(chosen))
        before, ended = len(self.tried), dict[int, Tried]()

        async def ask(stage: Stage, it: tuple[int, _Call]) -> None:
            number, call = it
            if self._left_time() <= 0:
                return
            plan = self._on(stage, call)
            outcome = await dispatch(plan, stage.host) if plan.steps else None
            ended[number] = _judged(call, outcome)
            self._watch(before + len(ended), max(self._count, before + len(calls)))

        await _in_lanes(self._stages, enumerate(calls), ask)
        self.calls += calls
        found = [ended[it] for it in sorted(ended)]
        self.tried += found
        return {it.variant for it in found if it.verdict is Verdict.PASSED}

    def _on(self, stage: Stage, call: _Call) -> Plan:
        """The plan of a call on a copy, where the home folder is that of the hooks: they may compare paths with it."""
        plan, home = call.plan, stage.layout.home
        if plan.steps and "{home}" in call.variant.text:
            payload = self._guard.askers.payload(call.variant, self._guard.project, home)
            plan = _plan(self._guard, payload or {}, self._host)
        return stage.of(plan)

    def notes(self) -> Iterator[str]:
        """What was not tried, and why."""
        title, event = self._guard.target.file.dialect.title, self._guard.target.row.name
        for does in sorted(self._cannot):
            yield f"{title} sends no `{event}` for {_tool(does)}, so that was not tried"
        left = len(self.calls) - len(self.tried)
        if left:
            yield f"{left} calls were not tried: the attack took more than {_MOST_SECONDS:g} s"

    def _left_time(self) -> float:
        return self._begun + _MOST_SECONDS - time.monotonic()

    def _calls(self, chosen: Iterable[Variant]) -> Iterator[_Call]:
        """The calls that the agent has an event for; of a tool that no hook is asked about, one of each seed."""
        for it in sorted(chosen, key=lambda it: it.size):
            if _is_of_a_temporary_file(it, self._guard.project):
                continue
            payload = self._guard.askers.payload(it, self._guard.project)
            if payload is None:
                self._cannot.add(it.does)
                continue
            plan = _plan(self._guard, payload, self._host)
            if not plan.steps and not _is_asked(self._guard, payload):
                key = (it.does, it.seed, it.danger)
                if key in self._unasked or it.label is Label.HARMLESS:
                    continue
                self._unasked.add(key)
            yield _Call(it, payload, plan)


async def attack_guard(
    guard: Guard,
    meant: Meant,
    host: Host,
    agreed: Mapping[str, bytes] | None = None,
    *,
    count: int | None = None,
    number: int = 0,
    watch: Watch | None = None,
) -> Attacked:
    """Attacks a guard with `count` calls, by default as many as are usual, chosen by the seed `number`.

    `watch` is called after each of them.  The hooks really run, on a copy of the workspace; the commands in the calls
    never do.  The caller has checked trust and consent; `agreed` are the digests of the scripts.  Raises NotAgreed if
    others were copied.
    """
    count = usual_count(meant.aims) if count is None else count
    singles = number_of_singles(meant.aims)
    notes = [*meant.notes]
    notes += [f"there are {singles} calls with one change; `--count {singles}` tries most of them"] * (singles > count)
    async with AsyncExitStack() as stack:
        stages = [
            await stack.enter_async_context(staged(guard.request.plan, host, guard.scripts)) for _ in range(_LANES)
        ]
        for stage in stages:
            original = guard.request.plan.request.project_dir
            await asyncio.to_thread(require_copied, agreed or {}, original, stage.layout.project)
        sending = _Sending(guard, host, stages, count, watch or _unwatched)
        course = rounds(meant.aims, count=count, number=number)
        chosen = next(course)
        with suppress(StopIteration):
            while True:
                chosen = course.send(await sending.passed(chosen))
        calls, tried = sending.calls, sending.tried
        notes += sending.notes()
        tried = await _alarms_checked(guard, tried, stages, host, notes)
        notes += failures(tried)
        found: tuple[Circumstance, ...] = ()
        sample = _stopped(calls, tried)
        if sample is None:
            notes.append("broken payloads and missing programs were not tried: the guard stops nothing that was sent")
        else:
            found = tuple([it async for it in circumstances(stages[0], stages[0].of(sample), guard.texts)])
        notes += stages[0].notes
    return Attacked(meant=meant, tried=tuple(tried), circumstances=found, notes=tuple(notes), number=number)


def _is_of_a_temporary_file(variant: Variant, project: str) -> bool:
    """Whether a call is about what lies beside a project that is itself in a folder for temporary files.

    What is deleted there is of no use, and a guard may let it pass.
    """
    is_beside = any(it in variant.text or it in variant.of for it in ("{project}/../", _BESIDE))
    deletes = variant.label is Label.DESTRUCTIVE
    return is_beside and deletes and any(is_in(os.path.realpath(project), it) for it in _TEMPORARY)


def _unwatched(ended: int, of: int) -> None:
    """Nobody wants to know."""


def _tool(does: str) -> str:
    return does if " " in does else f"the tool `{does}`"


def _is_asked(guard: Guard, payload: Mapping[str, Any]) -> bool:
    subject = subject_of(guard.target.file.dialect, guard.target.row, payload)
    return guard.is_asked_about(subject)


def _plan(guard: Guard, payload: Mapping[str, Any], host: Host) -> Plan:
    before = guard.request.plan.request
    request = Request(before.dialect, before.event, payload, before.project_dir, None, host.home, before.skills)
    plan = make_plan(request, guard.snapshot)
    steps = tuple(replace(it, timeout=min(it.timeout, _MOST_SECONDS_EACH)) for it in plan.steps)
    return replace(plan, steps=steps)


async def _in_lanes(
    stages: Sequence[Stage], every: Iterable[_Asked], ask: Callable[[Stage, _Asked], Awaitable[None]]
) -> None:
    """Asks about each.  A copy of the workspace takes one at a time, because guards may keep files in it."""
    waiting = iter(every)

    async def lane(stage: Stage) -> None:
        for it in waiting:
            await ask(stage, it)

    await asyncio.gather(*map(lane, stages))


async def _alarms_checked(
    guard: Guard, tried: list[Tried], stages: Sequence[Stage], host: Host, notes: list[str]
) -> list[Tried]:
    """The same, without alarms that have another reason: the guard refuses the call without the dangerous text, too."""
    plain = {it.variant: it.variant.control for it in tried if it.verdict is Verdict.FALSE_ALARM}
    refused: dict[str, bool] = {}

    async def ask(stage: Stage, variant: Variant) -> None:
        payload = guard.askers.payload(variant, guard.project)
        outcome = await dispatch(stage.of(_plan(guard, payload or {}, host)), stage.host)
        refused[variant.text] = refuses(outcome.folded)

    asked = {text: replace(it, text=text) for it, text in plain.items() if text not in ("", it.text)}
    await _in_lanes(stages, asked.values(), ask)
    why = "so its refusals of such calls are no false alarms"
    notes += (f"the guard refuses `{it.splitlines()[0]}`, too, {why}" for it in asked if refused[it])
    return [
        replace(it, verdict=Verdict.LEFT_ALONE, outcome=None) if refused.get(plain.get(it.variant, "")) else it
        for it in tried
    ]


def _judged(call: _Call, outcome: Outcome | None) -> Tried:
    destructive = call.variant.label is Label.DESTRUCTIVE
    if outcome is None:
        verdict = Verdict.NOT_ASKED if destructive else Verdict.LEFT_ALONE
        return Tried(variant=call.variant, verdict=verdict, payload=call.payload, said=_why_unasked(call.plan))
    stops = refuses(outcome.folded)
    if destructive:
        verdict = Verdict.STOPPED if stops else Verdict.PASSED
    else:
        verdict = Verdict.FALSE_ALARM if stops else Verdict.LEFT_ALONE
    folded = outcome.folded
    said = next(filter(None, (folded.reason, *outcome.objections())), "").strip().partition("\n")[0]
    came = {"decision": folded.decision.value if folded.decision else "none", "blocked": folded.blocked}
    how = failure(outcome)
    return Tried(variant=call.variant, verdict=verdict, payload=call.payload, said=said, outcome=came, failed=how)


def _why_unasked(plan: Plan) -> str:
    return next(("; ".join(why) for _, why in plan.unmatched), "")


def _stopped(calls: Sequence[_Call], tried: Sequence[Tried]) -> Plan | None:
    """The smallest call of a shell, or else of any tool, that the guard stopped."""
    stopped = {id(it.variant) for it in tried if it.verdict is Verdict.STOPPED}
    plans = [it for it in calls if id(it.variant) in stopped]
    first = sorted(plans, key=lambda it: (it.variant.does != SHELL, it.variant.size))
    return first[0].plan if first else None
