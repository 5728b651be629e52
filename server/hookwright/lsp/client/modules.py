"""What the client does for hook modules: it asks its user, shows messages, and knows models and their keys."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

from hookwright.engine.modules.seams import Client, ModelInfo, NotifyLevel
from hookwright.lsp.options import Options
from hookwright.lsp.services import Services
from hookwright.visible import visible, visible_line

logger = logging.getLogger(__name__)

_MODELS_SECONDS = 30.0
_LONGEST_TITLE = 500
_LONGEST_TEXT = 20_000
_MOST_OPTIONS = 1000
_MOST_MODELS = 1000


@dataclass(frozen=True, slots=True)
class EditorClient:
    """The user and the models of the editor, as far as it has said that it answers for them.

    A question that is not answered in time, or not as it should be, is one that was dismissed.  What a module says is
    shown without characters that an editor would obey.
    """

    protocol: LanguageServerProtocol
    options: Options

    @property
    def has_ui(self) -> bool:
        """Whether the editor has dialogs of its own."""
        return self.options.asks_users

    async def select(self, title: str, options: Sequence[str]) -> str | None:
        """The option that the user chose; raises ValueError where there are too many."""
        if len(options) > _MOST_OPTIONS:
            raise ValueError(f"a choice has at most {_MOST_OPTIONS} options, not {len(options)}")
        if not self.has_ui or not options:
            return None
        answer = await self._ask("ui/select", {"title": _title(title), "options": [*options]})
        return answer if isinstance(answer, str) and answer in options else None

    async def confirm(self, title: str, message: str) -> bool:
        """Whether the user said yes."""
        if not self.has_ui:
            return False
        return await self._ask("ui/confirm", {"title": _title(title), "message": _text(message)}) is True

    async def input(self, title: str, placeholder: str | None) -> str | None:
        """What the user typed."""
        if not self.has_ui:
            return None
        asked = {"title": _title(title)} | ({} if placeholder is None else {"placeholder": _title(placeholder)})
        answer = await self._ask("ui/input", asked)
        return answer if isinstance(answer, str) else None

    async def notify(self, message: str, level: NotifyLevel) -> None:
        """Shows a message; without dialogs it is only logged."""
        if self.has_ui:
            self.protocol.notify("hookwright/ui/notify", {"message": _text(message), "level": level})
        else:
            logger.info("a hook module says: %s", _title(message))

    async def models(self) -> Sequence[ModelInfo]:
        """The models that the editor offers, without what is not described as one."""
        if not self.options.answers_prompts:
            return ()
        answer = await self._ask("model/list", {}, _MODELS_SECONDS)
        found = answer if isinstance(answer, list) else []
        return tuple(it for it in found[:_MOST_MODELS] if _is_model(it))

    async def api_key(self, provider: str, id: str, module: str) -> str | None:  # noqa: A002  the model's own word
        """The key for a model, which the editor gives out once its user lets the module have it."""
        if not self.options.answers_prompts:
            return None
        answer = await self._ask("model/apiKey", {"provider": provider, "id": id, "module": module})
        return answer if isinstance(answer, str) else None

    async def _ask(self, method: str, params: Mapping[str, Any], seconds: float | None = None) -> Any:  # noqa: ANN401
        """The editor's answer; None where it gives none within the time that users have to answer anything."""
        question = self.protocol.send_request_async(f"hookwright/{method}", params)
        try:
            return await asyncio.wait_for(question, seconds or self.options.consent_seconds)
        except TimeoutError:
            logger.info("`hookwright/%s` was not answered in time", method)
        except JsonRpcException as error:
            logger.info("`hookwright/%s` was not answered: %s", method, error)
        return None


def client_of(services: Services) -> Client | None:
    """The editor as modules know it; None where it neither asks its user nor has models."""
    options = services.session.options
    return EditorClient(services.server.protocol, options) if options.asks_users or options.answers_prompts else None


def _is_model(it: object) -> bool:
    return isinstance(it, dict) and all(isinstance(it.get(name), str) for name in ("provider", "id", "name"))


def _title(text: str) -> str:
    return visible_line(text[:_LONGEST_TITLE])


def _text(text: str) -> str:
    return visible(text[:_LONGEST_TEXT])
