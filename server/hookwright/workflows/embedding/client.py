"""What the client does for the engine where it says that it can: it answers prompts (D5)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from hookwright.engine.model import ModelFailed

Ask = Callable[[str, Any], Awaitable[Any]]
"""Sends a request to the client, by its name in `serve`; raises NoAnswer.  Being cancelled withdraws it."""


class NoAnswer(Exception):
    """The client answered with an error, or went away; `str()` says why."""


@dataclass(frozen=True, slots=True)
class ClientModel:
    """The model that the client's user has."""

    ask: Ask

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """The client's answer to `model/complete`; being cancelled withdraws the request."""
        asked = {"prompt": prompt, "model": model, "tools": tools, "sessionId": session_id}
        given = {name: value for name, value in asked.items() if value is not None}
        try:
            answer = await self.ask("model/complete", given)
        except NoAnswer as error:
            raise ModelFailed(f"the editor's model gave no answer: {error}") from error
        text = answer.get("text") if isinstance(answer, dict) else None
        if not isinstance(text, str):
            raise ModelFailed("the editor's model gave no answer: `text` is missing in the result")
        return text
