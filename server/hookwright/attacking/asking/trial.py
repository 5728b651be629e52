"""A guard on trial: it is asked about calls on copies of its project, several at once, and about none twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from hookwright.attacking.asking.circumstances import approves, refuses
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.forms.model import Variant
from hookwright.attacking.texts.branches import checked_out
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.policies.payloads import stdin_text

_MOST_SECONDS = 300.0
"""After that, an attack sends nothing more."""
_SECONDS_BEFORE, _SECONDS_OF_SEARCH, _SECONDS_AFTER = 120.0, 40.0, 60.0
"""So long, a guard is asked about what it stops before an attack, what excuses that, and what is left to know."""

Place = Callable[[Stage, Variant], None]
"""Makes a copy ready for a call."""
Key = tuple[str, str]
"""What a call does, and its text."""
_Asked = TypeVar("_Asked")


def stay(_stage: Stage, _call: Variant) -> None:
    """Leaves the copy as it is."""


class Trial:
    """A guard, and the copies that it is asked on.

    An answer may depend on the branch that a copy has checked out, and on nothing else of it.  So whoever changes
    anything else in a copy that the guard reads must not use the `answers` of before.
    """

    def __init__(self, guard: Guard, host: Host, stages: Iterable[Stage]) -> None:
        self.guard, self.host = guard, host
        self.stages = [*stages]
        self.answers: dict[tuple[str, str], Outcome] = {}
        self._begun = time.monotonic()
        self._until = self._begun + _SECONDS_BEFORE
        self._left_out = 0

    async def refused(self, calls: Iterable[Variant], put: Place = stay) -> Mapping[Key, str]:
        """What the guard says of each call that it refuses; `put` makes the copy ready for a call."""
        every = await self._asked(calls, put)
        return {key: said_by(it) for key, it in every.items() if refuses(it.folded)}

    async def passed(self, calls: Iterable[Variant], put: Place = stay) -> frozenset[Key]:
        """The calls that the guard is asked about and does not refuse."""
        every = await self._asked(calls, put)
        return frozenset(key for key, it in every.items() if not refuses(it.folded))

    async def approved(self, calls: Iterable[Variant]) -> frozenset[Key]:
        """The calls that the guard approves, so that nobody is asked."""
        every = await self._asked(calls, stay)
        return frozenset(key for key, it in every.items() if approves(it.folded))

    async def _asked(self, calls: Iterable[Variant], put: Place) -> Mapping[Key, Outcome]:
        """The outcome of each call that the guard is asked about, and that there is time for."""
        found: dict[Key, Outcome] = {}

        async def ask(stage: Stage, it: Variant) -> None:
            plan = self.guard.plan(it, self.host, stage.layout.home if "{home}" in it.text else None)
            if plan is None or not plan.steps:
                return
            put(stage, it)
            if time.monotonic() < self._until or _key(stage, plan) in self.answers:
                found[(it.does, it.text)] = await self.answer(stage, plan)
            else:
                self._left_out += 1

        await self.each(dict.fromkeys(calls), ask)
        return found

    async def answer(self, stage: Stage, plan: Plan) -> Outcome:
        """What the guard answers to the call of a plan on one of the copies."""
        key = _key(stage, plan)
        if key not in self.answers:
            self.answers[key] = await ask_on(stage, plan)
        return self.answers[key]

    async def each(self, every: Iterable[_Asked], ask: Callable[[Stage, _Asked], Awaitable[None]]) -> None:
        """Asks about each.  A copy takes one at a time, because guards may keep files in it."""
        waiting = iter(every)

        async def lane(stage: Stage) -> None:
            for it in waiting:
                await ask(stage, it)

        await asyncio.gather(*map(lane, self.stages))

    @property
    def has_time(self) -> bool:
        """Whether there is time to send a call of the attack."""
        return time.monotonic() < self._begun + _MOST_SECONDS

    def search(self) -> None:
        """Gives time to search for covers, however long the questions before took."""
        self._until = max(self._until, time.monotonic() + _SECONDS_OF_SEARCH)

    def end(self) -> None:
        """Gives time for the questions that follow an attack."""
        self._until = time.monotonic() + _SECONDS_AFTER

    def notes(self) -> Iterator[str]:
        """What was not asked, and why."""
        if self._left_out:
            yield (
                f"the guard answers slowly: there was no time for {self._left_out} questions about what it stops,"
                " so there may be more to attack"
            )

    def notes_on_calls(self, left: int) -> Iterator[str]:
        """What was not sent of an attack, and why."""
        if left:
            yield f"{left} calls were not tried: the attack took more than {_MOST_SECONDS:g} s"


def said_by(outcome: Outcome) -> str:
    """All that the guard says of a call."""
    return "\n".join(outcome.objections())


async def ask_on(stage: Stage, plan: Plan) -> Outcome:
    """What the guard answers on a copy, whatever it has answered before."""
    return await dispatch(stage.of(plan), stage.host)


def _key(stage: Stage, plan: Plan) -> tuple[str, str]:
    return stdin_text(plan.facts.payload), checked_out(stage.layout.project) or ""
