"""What the client is asked for the engine, over a real pipe."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from hookwright.engine.model import ModelFailed
from hookwright.lsp.client import Client
from hookwright.lsp.host import ClientModel
from hookwright.lsp.options import read_options
from hookwright.lsp.outbox import Outbox


@dataclass
class Wire:
    """A client's end: what was sent to it."""

    client: Client
    descriptor: int

    def sent(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(os.read(self.descriptor, 1 << 16).partition(b"\r\n\r\n")[2])
        return message


@pytest.fixture
def wire() -> Iterator[Wire]:
    theirs, ours = os.pipe()
    yield Wire(Client(Outbox(ours)), theirs)
    os.close(theirs)
    os.close(ours)


def _ask(wire: Wire, *, model: str | None = None) -> asyncio.Task[str]:
    return asyncio.create_task(ClientModel(wire.client).complete("Safe?", model=model, tools=True, session_id="s"))


async def _sent(wire: Wire) -> dict[str, Any]:
    await asyncio.sleep(0)
    return wire.sent()


async def test_d5_a_prompt_is_a_request_to_the_client(wire: Wire) -> None:
    asked = _ask(wire, model="small")
    request = await _sent(wire)
    assert request["method"] == "hookwright/model/complete"
    assert request["params"] == {"prompt": "Safe?", "model": "small", "tools": True, "sessionId": "s"}
    wire.client.receive_response({"id": request["id"], "result": {"text": "yes"}})
    assert await asked == "yes"


async def test_no_model_is_named_where_the_hook_names_none(wire: Wire) -> None:
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
async def test_d5_a_client_that_gives_no_text_has_failed(wire: Wire, answer: dict[str, Any], why: str) -> None:
    asked = _ask(wire)
    request = await _sent(wire)
    wire.client.receive_response({"id": request["id"], **answer})
    with pytest.raises(ModelFailed, match=why):
        await asked


async def test_a_question_that_is_given_up_is_withdrawn(wire: Wire) -> None:
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
    assert read_options({"initializationOptions": given}).answers_prompts is answers
