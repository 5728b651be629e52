"""What the server asks the client is answered to whoever waits, and withdrawn when nobody does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.unit.lsp.wires import Wire

from hookwright.lsp.failures import ProtocolError


def ask(session: Any, params: Any) -> Any:
    return asyncio.wrap_future(session.client.send_request(params["method"], params["params"]))


async def asking(session: Any, params: Any) -> Any:
    return await ask(session, params)


async def test_an_answer_reaches_who_asked() -> None:
    wire = Wire(("hookwright/ask", asking))
    wire.request(1, "hookwright/ask", {"method": "hookwright/ui/confirm", "params": {"title": "t"}})
    await asyncio.sleep(0)
    question = wire.sent.pop()
    assert (question["method"], question["params"]) == ("hookwright/ui/confirm", {"title": "t"})
    wire.respond(question, {"jsonrpc": "2.0", "yes": True})
    await wire.settle()
    assert wire.result() == {"jsonrpc": "2.0", "yes": True}


async def test_a_request_the_client_refuses() -> None:
    wire = Wire()
    future = ask(wire.session, {"method": "workspace/applyEdit", "params": {"edit": {}}})
    refusal = {"code": -32601, "message": "no such thing"}
    wire.endpoint.receive({"jsonrpc": "2.0", "id": wire.sent[0]["id"], "error": refusal})
    with pytest.raises(ProtocolError, match="no such thing") as caught:
        await future
    assert caught.value.code == -32601


async def test_an_answer_that_cannot_be_read_is_an_error_to_whoever_waits() -> None:
    wire = Wire()
    future = wire.session.client.send_request("test/it", read=lambda it: it["missing"])
    wire.respond(wire.sent[0], {})
    with pytest.raises(KeyError):
        future.result(0)


async def test_a_request_nobody_waits_for_any_more_is_withdrawn() -> None:
    wire = Wire(("hookwright/ask", asking))
    wire.request(1, "hookwright/ask", {"method": "hookwright/ui/confirm", "params": None})
    await asyncio.sleep(0)
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    question, withdrawal, answer = wire.sent
    assert withdrawal == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": question["id"]}}
    assert answer["error"]["code"] == -32800
    wire.respond(question, {})
    assert len(wire.sent) == 3


def test_an_answer_to_nothing_is_ignored() -> None:
    wire = Wire()
    wire.endpoint.receive({"jsonrpc": "2.0", "id": 77, "result": 1})
    assert wire.sent == []
