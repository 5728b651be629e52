"""Sends the calls to a guard in a scratch copy, several at once, and says what it did with each; runs none of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress

from hookwright.attacking.asking.aiming import Aimed, aimed
from hookwright.attacking.asking.alarms import alarms_checked
from hookwright.attacking.asking.asking_user import as_it_asks
from hookwright.attacking.asking.better_guards import better_guards
from hookwright.attacking.asking.broken_state import own_state, without_helpers
from hookwright.attacking.asking.by_accident import by_accident
from hookwright.attacking.asking.by_server import on_servers
from hookwright.attacking.asking.choice import require_answers
from hookwright.attacking.asking.circumstances import broken_payloads, missing_programs
from hookwright.attacking.asking.failures import failures
from hookwright.attacking.asking.gates import gate
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.left_open import left_open
from hookwright.attacking.asking.left_out import put_back
from hookwright.attacking.asking.results import Attacked, Circumstance, Tried, Verdict
from hookwright.attacking.asking.sending import Call, Sending, Watch, unasked
from hookwright.attacking.asking.staged_changes import Gate, around_gate
from hookwright.attacking.asking.surroundings import surroundings
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.asking.uncovered import uncovered
from hookwright.attacking.asking.unmeant import without_the_unmeant
from hookwright.attacking.course import Rounds
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import number_of_singles
from hookwright.attacking.rounds import room_for, rounds, usual_count
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.rules import refusing_labels, rules, unreached, without_echo
from hookwright.consent.asking import require_copied
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.stage import Stage, staged
from hookwright.host import Host

_LANES = min((os.cpu_count() or 1) + 1, 4)
"""How many calls are sent at the same time."""
MOST_COUNT = 5000


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
    others were copied, UsageError if the guard refuses every call, or fails on each.
    """
    async with AsyncExitStack() as stack:
        copies = [staged(guard.request.plan, host, guard.scripts) for _ in range(_LANES)]
        trial = Trial(guard, host, [await stack.enter_async_context(it) for it in copies])
        for stage in trial.stages:
            original = guard.request.plan.request.project_dir
            await asyncio.to_thread(require_copied, agreed or {}, original, stage.layout.project)
            await asyncio.to_thread(put_back, stage.layout.project, original, meant.candidates.paths, guard.texts)
        aim = await aimed(trial, meant, count, (None, None) if count is None else room_for(count))
        count = usual_count(aim.meant.aims, len(aim.alarms) + len(aim.covers)) if count is None else count
        sending = Sending(trial, count, watch or _unwatched, aim.on.put)
        await _send(sending, _course(trial, aim, count, number))
        return await _attacked(trial, aim, sending, number)


def _course(trial: Trial, aim: Aimed, count: int, number: int) -> Rounds:
    return rounds(
        aim.meant.aims,
        count=count,
        number=number,
        unasked=unasked(trial.guard, trial.host),
        ordinary=aim.usual,
        found=aim.alarms,
        covers=aim.covers,
    )


async def _send(sending: Sending, course: Rounds) -> None:
    """Sends the rounds, each chosen by what passed before; raises UsageError if the guard fails on each call."""
    chosen = next(course)
    with suppress(StopIteration):
        while True:
            passed = await sending.passed(chosen)
            require_answers(sending.trial)
            chosen = course.send(passed)


async def _attacked(trial: Trial, aim: Aimed, sending: Sending, number: int) -> Attacked:
    """What the calls that were sent show, and what the guard does in other circumstances."""
    guard, on = trial.guard, aim.on
    accidents = await by_accident(trial, aim.meant, sending.tried, on.put)
    said = [it.said for it in sending.tried if it.verdict is Verdict.STOPPED]
    meant, tried = without_the_unmeant(aim.meant, sending.tried, accidents, refusing_labels(guard.texts, said))
    notes = [*meant.notes, *aim.notes, *_on_count(meant, sending), *sending.notes()]
    trial.end()
    tried = on.marked(await alarms_checked(trial, tried, notes, on.put))
    for stage in trial.stages:
        on.put(stage)
    notes += (*failures(tried), *on_servers(guard))
    if meant.by_text or meant.by_asking:
        every = rules(guard.texts)
        stopped = (it for it in tried if it.verdict is Verdict.STOPPED)
        notes += unreached(guard.texts, (without_echo(it.said, it.variant.text, every) for it in stopped))
        notes += await uncovered(trial, tried)
    found, more = await _circumstances(trial, _stopped(sending.calls, tried), aim.gate)
    notes += [*more, *await left_open(trial), *trial.notes(), *trial.stages[0].notes]
    tried = as_it_asks(tried, trial.answers.values())
    notes += better_guards(guard, tried)
    return Attacked(meant=meant, tried=tuple(tried), circumstances=found, notes=tuple(notes), number=number)


async def _circumstances(
    trial: Trial, stopped: Sequence[Call], on_commits: Gate | None
) -> tuple[tuple[Circumstance, ...], list[str]]:
    """What the guard does with calls that it stops, where it cannot decide, or where they look harmless; and notes."""
    if not stopped:
        return (), ["broken payloads and missing programs were not tried: the guard stops nothing that was sent"]
    notes: list[str] = []

    async def of_gate(stage: Stage) -> AsyncIterator[Circumstance]:
        circumstances_of_gate, more = await gate(trial, stage, stopped)
        notes.extend(more)
        for it in circumstances_of_gate:
            yield it

    def sample(stage: Stage) -> Plan:
        return stage.of(stopped[0].plan)

    # Each changes the copy, and needs the answers to its own calls one after another.
    every: tuple[Callable[[Stage], AsyncIterator[Circumstance]], ...] = (
        lambda stage: broken_payloads(stage, sample(stage)),
        lambda stage: missing_programs(stage, sample(stage), trial.guard.texts),
        lambda stage: surroundings(trial, stage, stopped),
        lambda stage: own_state(stage, sample(stage)),
        lambda stage: without_helpers(stage, sample(stage), trial.guard),
        of_gate,
        lambda stage: around_gate(trial, stage, on_commits),
    )
    found: dict[int, list[Circumstance]] = {}

    async def ask(stage: Stage, it: tuple[int, Callable[[Stage], AsyncIterator[Circumstance]]]) -> None:
        number, asked = it
        found[number] = [one async for one in asked(stage)]

    await trial.each(enumerate(every), ask)
    return tuple(one for number in sorted(found) for one in found[number]), notes


def _on_count(meant: Meant, sending: Sending) -> list[str]:
    singles = number_of_singles(meant.aims, unasked(sending.trial.guard, sending.trial.host))
    return [f"there are {singles} calls with one change; `--count {singles}` tries most of them"] * (
        singles > sending.count
    )


def _unwatched(ended: int, of: int) -> None:
    """Nobody wants to know."""


def _stopped(calls: Sequence[Call], tried: Sequence[Tried]) -> list[Call]:
    """The calls that the guard stopped: those of a shell before those of other tools, and the smallest ones first."""
    stopped = {id(it.variant) for it in tried if it.verdict is Verdict.STOPPED}
    found = [it for it in calls if id(it.variant) in stopped]
    return sorted(found, key=lambda it: (it.variant.does != SHELL, it.variant.size))
