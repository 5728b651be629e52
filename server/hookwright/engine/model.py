"""The model that prompt and agent hooks ask: the engine has none of its own, whoever embeds it provides one (D5)."""

from __future__ import annotations

from typing import Protocol


class ModelFailed(Exception):
    """The model gave no answer; `str()` says why, for the user."""


class Model(Protocol):
    """Something that answers prompts."""

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """The answer to a prompt as text; raises ModelFailed where there is none.

        `model` is the one that the hook names, None for any.  With `tools`, the model may use the agent's tools, for as
        many steps as it takes (D4).  Being cancelled, it has to give up: the hook's time is over.
        """
