"""The user sees what runs, and can end it from there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.unit.lsp.wires import Wire, turns

from hookwright.lsp.client.progress import progress
from hookwright.lsp.options import ClientAbilities, Options

CANCEL = "window/workDoneProgress/cancel"


async def work(services: Any, params: Any) -> str:
    async with progress(services, "Firing") as tell:
        tell("half")
        if params.get("endless"):
            await asyncio.Event().wait()
    return "done"


def showing(*, shows: bool = True) -> Wire:
    wire = Wire(("test/work", work))
    wire.services.session.options = Options(ClientAbilities(shows_progress=shows))
    return wire


def kinds(wire: Wire) -> list[str]:
    return [it["params"]["value"]["kind"] for it in wire.sent if it.get("method") == "$/progress"]


async def test_it_begins_reports_and_ends() -> None:
    wire = showing()
    wire.request(1, "test/work", {})
    await turns()
    wire.respond(wire.sent[0], None)
    await wire.settle()
    assert kinds(wire) == ["begin", "report", "end"]
    assert wire.sent[-1]["result"] == "done"
    assert wire.server.work_done_progress.tokens == {}


async def test_cancelling_it_cancels_the_request() -> None:
    wire = showing()
    wire.request(1, "test/work", {"endless": True})
    await turns()
    wire.respond(wire.sent[0], None)
    for _ in range(5):
        await turns()
    (token,) = wire.server.work_done_progress.tokens
    wire.notify(CANCEL, {"token": "another"})
    wire.notify(CANCEL, {"token": token})
    await wire.settle()
    assert kinds(wire) == ["begin", "report", "end"]
    assert wire.sent[-1]["error"]["code"] == -32800


@pytest.mark.parametrize("shows", [True, False])
async def test_a_client_that_shows_none_gets_the_result_all_the_same(shows: bool) -> None:
    wire = showing(shows=shows)
    wire.request(1, "test/work", {})
    await turns()
    if shows:
        refusal = {"code": -32601, "message": "no"}
        wire.receive({"jsonrpc": "2.0", "id": wire.sent[0]["id"], "error": refusal})
    await wire.settle()
    assert kinds(wire) == []
    assert wire.sent[-1]["result"] == "done"
