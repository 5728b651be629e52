"""What pygls serves: handlers get its types, and what they do is part of the same session."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.unit.lsp.wires import Wire, endless

HOVER = {"textDocument": {"uri": "file:///a"}, "position": {"line": 7, "character": 0}}


async def test_typed_params_and_results() -> None:
    def hover(ls: Any, params: types.HoverParams) -> types.Hover:
        return types.Hover(contents=str(params.position.line))

    wire = Wire(typed=(("textDocument/hover", hover),))
    wire.request(1, "textDocument/hover", HOVER)
    await wire.settle()
    assert wire.sent == [{"jsonrpc": "2.0", "id": 1, "result": {"contents": "7"}}]


async def test_methods_it_does_not_know_get_plain_values_and_may_give_types() -> None:
    echo = ("test/echo", lambda ls, params: {"got": params, "typed": types.Position(1, 2), "id": ls.protocol.msg_id})
    wire = Wire(typed=(echo,))
    wire.request(7, "test/echo", {"a": 1})
    await wire.settle()
    assert wire.result() == {"got": {"a": 1}, "typed": {"line": 1, "character": 2}, "id": 7}


async def test_wrong_params_are_answered() -> None:
    wire = Wire(typed=(("textDocument/hover", lambda ls, params: None),))
    wire.request(1, "textDocument/hover", {"position": "here"})
    await wire.settle()
    assert wire.error()["code"] == -32602
    assert "textDocument/hover" in wire.error()["message"]


async def test_its_own_errors_keep_their_code() -> None:
    def fail(ls: Any, params: Any) -> None:
        raise JsonRpcException("no luck", -32803, {"a": 1})

    wire = Wire(typed=(("test/fail", fail),))
    wire.request(1, "test/fail")
    await wire.settle()
    assert wire.error() == {"code": -32803, "message": "no luck", "data": {"a": 1}}


@pytest.mark.parametrize("steps", [0, 1, 3])
async def test_a_command_is_cancelled_with_its_request(steps: int) -> None:
    log: list[str] = []
    wire = Wire()

    async def command(ls: Any) -> None:
        await endless(log)(wire.session, {})

    wire.server.command("slow")(command)
    wire.request(1, "workspace/executeCommand", {"command": "slow"})
    for _ in range(steps):
        await asyncio.sleep(0)
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert log == ["started", "cleaned"]
    assert wire.told() == ["test/cleaned", -32800]


async def test_a_handler_in_a_thread_answers() -> None:
    def in_thread(ls: Any, params: Any) -> Any:
        return {"id": ls.protocol.msg_id}

    in_thread.execute_in_thread = True  # type: ignore[attr-defined]
    wire = Wire(typed=(("hookwright/thread", in_thread),))
    wire.request(7, "hookwright/thread")
    await wire.settle()
    assert wire.result() == {"id": 7}
    wire.server.thread_pool.shutdown()


async def test_its_requests_to_the_client_get_types() -> None:
    wire = Wire()
    future = wire.server.protocol.send_request_async("workspace/applyEdit", {"edit": {}})
    wire.respond(wire.sent[0], {"applied": True})
    assert await future == types.ApplyWorkspaceEditResult(applied=True)
    future = wire.server.protocol.send_request_async("workspace/applyEdit", {"edit": {}})
    wire.respond(wire.sent[1], {"applied": {}, "failedChange": "x"})
    with pytest.raises(Exception):  # noqa: B017, PT011  whatever the converter raises
        await future


async def test_what_it_does_by_itself() -> None:
    wire = Wire()
    wire.notify("$/setTrace", {"value": "messages"})
    await wire.settle()
    assert wire.server.protocol.trace is types.TraceValue.Messages


async def test_progress_works_as_in_pygls() -> None:
    async def work(ls: Any, params: Any) -> str:
        await ls.work_done_progress.create_async("token")
        ls.work_done_progress.begin("token", types.WorkDoneProgressBegin(title="t"))
        ls.work_done_progress.end("token", types.WorkDoneProgressEnd())
        return "done"

    wire = Wire(typed=(("hookwright/work", work),))
    wire.request(1, "hookwright/work")
    await asyncio.sleep(0)
    (create,) = wire.sent
    assert (create["method"], create["params"]) == ("window/workDoneProgress/create", {"token": "token"})
    wire.respond(create, None)
    await wire.settle()
    assert [it.get("params", {}).get("value", {}).get("kind") for it in wire.sent[1:]] == ["begin", "end", None]
    assert wire.sent[-1]["result"] == "done"
