"""What the client does for the engine where it says that it can: it answers prompts (D5)."""

from __future__ import annotations

from dataclasses import dataclass

from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

from hookwright.engine.model import Model, ModelFailed
from hookwright.lsp.services import Services


@dataclass(frozen=True, slots=True)
class ClientModel:
    """The model that the client's user has."""

    protocol: LanguageServerProtocol

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """The client's answer to `hookwright/model/complete`; being cancelled withdraws the request."""
        asked = {"prompt": prompt, "model": model, "tools": tools, "sessionId": session_id}
        given = {name: value for name, value in asked.items() if value is not None}
        try:
            answer = await self.protocol.send_request_async("hookwright/model/complete", given)
        except JsonRpcException as error:
            raise ModelFailed(f"the editor's model gave no answer: {error}") from error
        text = answer.get("text") if isinstance(answer, dict) else None
        if not isinstance(text, str):
            raise ModelFailed("the editor's model gave no answer: `text` is missing in the result")
        return text


def model_of(services: Services) -> Model | None:
    """The client's model, None where it has not said that it has one."""
    return ClientModel(services.server.protocol) if services.session.options.answers_prompts else None
