"""Sends the calls to a guard in a scratch copy, several at once, and says what it did with each; runs none of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress

from hookwright.attacking.asking.acts import with_acts
from hookwright.attacking.asking.alarms import alarms_checked
from hookwright.attacking.asking.asking_user import as_it_asks
from hookwright.attacking.asking.bounds import with_bounds
from hookwright.attacking.asking.broken_state import own_state, without_helpers
from hookwright.attacking.asking.by_accident import by_accident
from hookwright.attacking.asking.by_branch import with_forms
from hookwright.attacking.asking.by_name import with_targets
from hookwright.attacking.asking.by_server import on_servers, with_statements
from hookwright.attacking.asking.by_variable import with_variable_before
from hookwright.attacking.asking.choice import require_answers, require_choice
from hookwright.attacking.asking.circumstances import broken_payloads, missing_programs
from hookwright.attacking.asking.covering import covered
from hookwright.attacking.asking.deleting import with_kept_files
from hookwright.attacking.asking.excepting import with_exceptions
from hookwright.attacking.asking.failures import failures
from hookwright.attacking.asking.gates import gate
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.known_dangers import with_known_dangers
from hookwright.attacking.asking.left_open import left_open
from hookwright.attacking.asking.left_out import put_back
from hookwright.attacking.asking.listing import with_list
from hookwright.attacking.asking.messages import with_messages
from hookwright.attacking.asking.moving import with_moves
from hookwright.attacking.asking.narrowing import with_rules_of_files
from hookwright.attacking.asking.other_branch import branches, with_seeds
from hookwright.attacking.asking.probing import (
    with_folders,
    with_names_of_secrets,
    with_own_patterns,
    without_masks,
)
from hookwright.attacking.asking.results import Attacked, Circumstance, Tried, Verdict
from hookwright.attacking.asking.searching import searched
from hookwright.attacking.asking.sending import Call, Sending, Watch, unasked
from hookwright.attacking.asking.shut import shut
from hookwright.attacking.asking.staged_changes import (
    Gate,
    around_gate,
    keep_staged,
    staged_gate,
    without_unclean,
)
from hookwright.attacking.asking.staged_files import with_staged_files
from hookwright.attacking.asking.surroundings import surroundings
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.asking.uncovered import uncovered
from hookwright.attacking.asking.unmeant import without_the_unmeant
from hookwright.attacking.asking.unreached_rules import with_rules
from hookwright.attacking.asking.written import with_contents
from hookwright.attacking.course import Unasked
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.ordinary import ordinary
from hookwright.attacking.forms.variants import number_of_singles
from hookwright.attacking.own.advice import with_recommended
from hookwright.attacking.rounds import rounds, usual_count
from hookwright.attacking.texts.meant import Meant, require_aims
from hookwright.attacking.texts.rules import unreached
from hookwright.consent.asking import require_copied
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.stage import Stage, staged
from hookwright.host import Host

_LANES = min((os.cpu_count() or 1) + 1, 4)
"""How many calls are sent at the same time."""
MOST_COUNT = 5000
_ASKED = (
    with_list,
    with_own_patterns,
    with_known_dangers,
    with_statements,
    with_variable_before,
    with_kept_files,
    with_staged_files,
    with_rules,
    with_rules_of_files,
    with_contents,
    with_bounds,
    with_folders,
    with_targets,
    without_masks,
    with_names_of_secrets,
    with_exceptions,
)
"""What asks a guard before an attack, to find out what it is meant to stop."""


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
        await require_choice(trial)
        of_gate = await staged_gate(trial)
        of_index: list[str] = []
        if of_gate is not None:
            of_gate, of_index = await keep_staged(trial, meant, of_gate)
        of_checks = await shut(trial)
        of_gate = of_gate or await staged_gate(trial)
        on = await branches(trial)
        meant = await with_acts(trial, meant, on)
        meant, *here_and_there = with_forms(meant, guard.project, on)
        for asked in _ASKED:
            meant = await asked(trial, meant)
        meant = await with_messages(trial, meant, on)
        if not meant.aims:
            require_answers(trial)
        require_aims(meant, dangers(guard.project))
        meant = without_unclean(meant) if of_index else meant
        meant = with_recommended(meant, guard.texts)
        usual = tuple(ordinary(guard.texts))
        alarms = await searched(trial, meant, usual, count)
        on = await with_seeds(on, trial, meant.aims, *here_and_there)
        meant, on, moved = await with_moves(trial, meant, on)
        alarms = [*moved, *alarms]
        covers = await covered(trial, meant.aims, on.put)
        count = usual_count(meant.aims, len(alarms) + len(covers)) if count is None else count
        sending = Sending(trial, count, watch or _unwatched, on.put)
        without = unasked(guard, host)
        named = {"ordinary": usual, "found": alarms, "covers": covers}
        course = rounds(meant.aims, count=count, number=number, unasked=without, **named)
        chosen = next(course)
        with suppress(StopIteration):
            while True:
                passed = await sending.passed(chosen)
                require_answers(trial)
                chosen = course.send(passed)
        accidents = await by_accident(trial, meant, sending.tried, on.put)
        meant, tried = without_the_unmeant(meant, sending.tried, accidents)
        notes = [*meant.notes, *of_index, *of_checks, *on.note(), *_on_count(meant, count, without), *sending.notes()]
        trial.end()
        tried = on.marked(await alarms_checked(trial, tried, notes, on.put))
        for stage in trial.stages:
            on.put(stage)
        notes += (*failures(tried), *on_servers(guard))
        if meant.by_text or meant.by_asking:
            notes += unreached(guard.texts, (it.said for it in tried if it.verdict is Verdict.STOPPED))
            notes += await uncovered(trial, tried)
        stopped = _stopped(sending.calls, tried)
        found, more = await _circumstances(trial, stopped, of_gate)
        notes += more
        notes += [*await left_open(trial), *trial.notes(), *trial.stages[0].notes]
        tried = as_it_asks(tried, trial.answers.values())
    return Attacked(meant=meant, tried=tuple(tried), circumstances=found, notes=tuple(notes), number=number)


async def _circumstances(
    trial: Trial, stopped: Sequence[Call], of_index: Gate | None
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
        lambda stage: around_gate(trial, stage, of_index),
    )
    found: dict[int, list[Circumstance]] = {}

    async def ask(stage: Stage, it: tuple[int, Callable[[Stage], AsyncIterator[Circumstance]]]) -> None:
        number, asked = it
        found[number] = [one async for one in asked(stage)]

    await trial.each(enumerate(every), ask)
    return tuple(one for number in sorted(found) for one in found[number]), notes


def _on_count(meant: Meant, count: int, without: Unasked) -> list[str]:
    singles = number_of_singles(meant.aims, without)
    return [f"there are {singles} calls with one change; `--count {singles}` tries most of them"] * (singles > count)


def _unwatched(ended: int, of: int) -> None:
    """Nobody wants to know."""


def _stopped(calls: Sequence[Call], tried: Sequence[Tried]) -> list[Call]:
    """The calls that the guard stopped: those of a shell before those of other tools, and the smallest ones first."""
    stopped = {id(it.variant) for it in tried if it.verdict is Verdict.STOPPED}
    found = [it for it in calls if id(it.variant) in stopped]
    return sorted(found, key=lambda it: (it.variant.does != SHELL, it.variant.size))
