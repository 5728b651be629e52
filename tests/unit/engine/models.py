"""Models that answer as they are told, and remember what they were asked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass
class Said:
    """What a model was asked."""

    prompt: str
    model: str | None
    tools: bool
    session_id: str | None


@dataclass
class FakeModel:
    """Answers every prompt with `answer`, or raises it."""

    answer: str | Exception = ""
    asked: list[Said] = field(default_factory=list)

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        self.asked.append(Said(prompt, model, tools, session_id))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@dataclass
class SilentModel:
    """Never answers; `given_up` tells whether it was cancelled."""

    given_up: bool = False

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.given_up = True
            raise
        return prompt
