"""The client answers prompts for the engine, where it has said that it can."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.unit.lsp.wires import Wire, options_of, turns

from hookwright.embedding.client import ClientModel
from hookwright.engine.model import ModelFailed
from hookwright.transport.messages import asking


def _ask(wire: Wire, *, model: str | None = None) -> asyncio.Task[str]:
    host = ClientModel(asking(wire.server.protocol, "hookwright/"))
    return asyncio.create_task(host.complete("Safe?", model=model, tools=True, session_id="s"))


async def _sent(wire: Wire) -> dict[str, Any]:
    await turns()
    (message,) = wire.sent
    wire.sent.clear()
    return message


async def test_d5_a_prompt_is_a_request_to_the_client() -> None:
    wire = Wire()
    asked = _ask(wire, model="small")
    request = await _sent(wire)
    assert request["method"] == "hookwright/model/complete"
    assert request["params"] == {"prompt": "Safe?", "model": "small", "tools": True, "sessionId": "s"}
    wire.respond(request, {"text": "yes"})
    assert await asked == "yes"


async def test_no_model_is_named_where_the_hook_names_none() -> None:
    wire = Wire()
    asked = _ask(wire)
    request = await _sent(wire)
    assert "model" not in request["params"]
    asked.cancel()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"error": {"code": -32603, "message": "no credit"}}, "no credit"),
        ({"result": None}, "`text` is missing in the result"),
        ({"result": {"text": 7}}, "`text` is missing in the result"),
    ],
)
async def test_d5_a_client_that_gives_no_text_has_failed(answer: dict[str, Any], why: str) -> None:
    wire = Wire()
    asked = _ask(wire)
    request = await _sent(wire)
    wire.receive({"id": request["id"], **answer})
    with pytest.raises(ModelFailed, match=why):
        await asked


async def test_a_question_that_is_given_up_is_withdrawn() -> None:
    wire = Wire()
    asked = _ask(wire)
    request = await _sent(wire)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await _sent(wire) == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request["id"]}}


@pytest.mark.parametrize(
    ("given", "answers"),
    [({"client": {"model": True}}, True), ({"client": {"model": 1}}, False), ({"client": None}, False), ({}, False)],
)
def test_d5_prompts_go_to_clients_that_say_they_have_a_model(given: dict[str, Any], answers: bool) -> None:
    assert options_of(initializationOptions=given).client.answers_prompts is answers
