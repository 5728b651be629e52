"""What the client does for the engine where it says that it can: it answers prompts (D5) and asks its user."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from hookwright.engine.model import Delegated, ModelFailed
from hookwright.engine.modules.seams import ModelInfo, NotifyLevel
from hookwright.visible import visible, visible_line

logger = logging.getLogger(__name__)

_MODELS_SECONDS = 30.0
_LONGEST_TITLE = 500
_LONGEST_TEXT = 20_000
_MOST_OPTIONS = 1000
_MOST_MODELS = 1000

Ask = Callable[[str, Any], Awaitable[Any]]
"""Sends a request to the client, by its name in `serve`; raises NoAnswer.  Being cancelled withdraws it."""

Tell = Callable[[str, Any], None]
"""Sends a notification to the client, by its name in `serve`."""


class NoAnswer(Exception):
    """The client answered with an error, or went away; `str()` says why."""


class ClientModel(Struct, frozen=True):
    """The model that the client's user has."""

    ask: Ask

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """The client's answer to `model/complete`; being cancelled withdraws the request."""
        asked = {"prompt": prompt, "model": model, "tools": tools, "sessionId": session_id}
        given = {name: value for name, value in asked.items() if value is not None}
        try:
            answer = await self.ask("model/complete", given)
        except NoAnswer as error:
            raise ModelFailed(f"the client's model gave no answer: {error}") from error
        text = answer.get("text") if isinstance(answer, dict) else None
        if not isinstance(text, str):
            raise ModelFailed("the client's model gave no answer: `text` is missing in the result")
        return text


class ClientHandlers(Struct, frozen=True):
    """The hooks that the client runs itself, as it has said."""

    ask: Ask
    types: frozenset[str]

    async def run(self, delegated: Delegated) -> str:
        """The `output` of the client's answer to `handler/run`: what a command hook would have printed."""
        asked: dict[str, Any] = {
            "hook": delegated.hook.to_json(),
            "config": dict(delegated.config),
            "input": json.loads(delegated.stdin),
            "sessionId": delegated.session_id,
            "timeoutMs": round(delegated.timeout * 1000),
        }
        if delegated.prompt is not None:
            asked["prompt"] = delegated.prompt
        try:
            answer = await self.ask("handler/run", asked)
        except NoAnswer as error:
            raise ModelFailed(f"the agent did not run the hook: {error}") from error
        if not isinstance(answer, dict) or "output" not in answer:
            raise ModelFailed("the agent did not run the hook: `output` is missing in the result")
        output = answer["output"]
        return output if isinstance(output, str) else json.dumps(output)


class ClientUser(Struct, frozen=True, kw_only=True):
    """The client's user and models, as hook modules know them, as far as it has said that it answers for them.

    A question that is not answered within so many `seconds`, or not as it should be, is one that was dismissed.  What a
    module says is shown without characters that an editor or a terminal would obey.
    """

    ask: Ask
    tell: Tell
    has_ui: bool
    has_models: bool
    seconds: float

    async def select(self, title: str, options: Sequence[str]) -> str | None:
        """The option that the user chose; raises ValueError if there are too many."""
        if len(options) > _MOST_OPTIONS:
            raise ValueError(f"a choice has at most {_MOST_OPTIONS} options, not {len(options)}")
        if not self.has_ui or not options:
            return None
        answer = await self._answer("ui/select", {"title": _title(title), "options": [*options]})
        return answer if isinstance(answer, str) and answer in options else None

    async def confirm(self, title: str, message: str) -> bool:
        """Whether the user said yes."""
        if not self.has_ui:
            return False
        return await self._answer("ui/confirm", {"title": _title(title), "message": _text(message)}) is True

    async def input(self, title: str, placeholder: str | None) -> str | None:
        """What the user typed."""
        if not self.has_ui:
            return None
        asked = {"title": _title(title)} | ({} if placeholder is None else {"placeholder": _title(placeholder)})
        answer = await self._answer("ui/input", asked)
        return answer if isinstance(answer, str) else None

    async def notify(self, message: str, level: NotifyLevel) -> None:
        """Shows a message; without dialogs it is only logged."""
        if self.has_ui:
            self.tell("ui/notify", {"message": _text(message), "level": level})
        else:
            logger.info("a hook module says: %s", _title(message))

    async def models(self) -> Sequence[ModelInfo]:
        """The models that the editor offers, without what is not described as one."""
        if not self.has_models:
            return ()
        answer = await self._answer("model/list", {}, _MODELS_SECONDS)
        found = answer if isinstance(answer, list) else []
        return tuple(it for it in found[:_MOST_MODELS] if _is_model(it))

    async def api_key(self, provider: str, id: str, module: str) -> str | None:  # noqa: A002  the model's own word
        """The key for a model, which the editor gives out once its user lets the module have it."""
        if not self.has_models:
            return None
        answer = await self._answer("model/apiKey", {"provider": provider, "id": id, "module": module})
        return answer if isinstance(answer, str) else None

    async def _answer(self, method: str, params: Mapping[str, Any], seconds: float | None = None) -> Any:  # noqa: ANN401
        """The client's answer; None if it gives none within the time that users have to answer anything."""
        try:
            return await asyncio.wait_for(self.ask(method, params), seconds or self.seconds)
        except TimeoutError:
            logger.info("`%s` was not answered in time", method)
        except NoAnswer as error:
            logger.info("`%s` was not answered: %s", method, error)
        return None


def _is_model(it: object) -> bool:
    return isinstance(it, dict) and all(isinstance(it.get(name), str) for name in ("provider", "id", "name"))


def _title(text: str) -> str:
    return visible_line(text[:_LONGEST_TITLE])


def _text(text: str) -> str:
    return visible(text[:_LONGEST_TEXT])
