"""The copies of a project that a guard is asked on, and what it has answered there: it is asked nothing twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

from hookwright.attacking.texts.branches import checked_out
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.stage import Stage
from hookwright.model.outcome import Outcome
from hookwright.policies.payloads import stdin_text

_MOST_SECONDS = 300.0
"""After that, an attack sends nothing more."""
_SECONDS_BEFORE, _SECONDS_AFTER = 120.0, 60.0
"""So long, a guard is asked about what it stops before an attack, and about what is left to know after it."""

_Asked = TypeVar("_Asked")


class Stages(list[Stage]):
    """The copies.  An answer may depend on the branch that a copy has checked out, and on nothing else of it.

    So whoever changes anything else in a copy that the guard reads must not use the `answers` of before.
    """

    def __init__(self, every: Iterable[Stage]) -> None:
        super().__init__(every)
        self.answers: dict[tuple[str, str], Outcome] = {}
        self._begun = time.monotonic()
        self._until = self._begun + _SECONDS_BEFORE
        self._left_out = 0

    def after(self) -> None:
        """Gives time for the questions that follow an attack."""
        self._until = time.monotonic() + _SECONDS_AFTER

    @property
    def has_time(self) -> bool:
        """Whether there is time to send a call of the attack."""
        return time.monotonic() < self._begun + _MOST_SECONDS

    async def question(self, stage: Stage, plan: Plan) -> Outcome | None:
        """What the guard answers to a call that is no part of the attack; None if there is no time to ask."""
        key = _key(stage, plan)
        if key not in self.answers and time.monotonic() > self._until:
            self._left_out += 1
            return None
        return await self.answer(stage, plan)

    async def answer(self, stage: Stage, plan: Plan) -> Outcome:
        """What the guard answers to the call of a plan on one of the copies."""
        key = _key(stage, plan)
        if key not in self.answers:
            self.answers[key] = await dispatch(stage.of(plan), stage.host)
        return self.answers[key]

    async def answers_of(self, stage: Stage, plan: Plan, times: int) -> list[Outcome]:
        """What the guard answers to the same call, asked so many times."""
        return [await dispatch(stage.of(plan), stage.host) for _ in range(times)]

    async def each(self, every: Iterable[_Asked], ask: Callable[[Stage, _Asked], Awaitable[None]]) -> None:
        """Asks about each.  A copy takes one at a time, because guards may keep files in it."""
        waiting = iter(every)

        async def lane(stage: Stage) -> None:
            for it in waiting:
                await ask(stage, it)

        await asyncio.gather(*map(lane, self))

    def notes(self) -> Iterator[str]:
        """What was not asked, and why."""
        if self._left_out:
            yield (
                f"the guard answers slowly: there was no time for {self._left_out} questions about what it stops,"
                " so there may be more to attack"
            )

    def notes_on_time(self, left: int) -> Iterator[str]:
        """What was not sent of an attack, and why."""
        if left:
            yield f"{left} calls were not tried: the attack took more than {_MOST_SECONDS:g} s"


def _key(stage: Stage, plan: Plan) -> tuple[str, str]:
    return stdin_text(plan.facts.payload), checked_out(stage.layout.project) or ""
