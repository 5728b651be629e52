"""Every request is answered exactly once, with what the client can understand."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.unit.lsp.wires import INITIALIZE, Message, Wire, endless, turns

from hookwright.errors import UnknownEvent, UntrustedWorkspace

HOVER = {"textDocument": {"uri": "file:///a"}, "position": {"line": 7, "character": 0}}


@pytest.mark.parametrize(
    "params", [{"jsonrpc": "2.0", "id": 1, "method": "x", "$a": {"class": 1, "jsonrpc": "2.0"}}, [1, {"a": None}]]
)
async def test_our_own_methods_get_and_give_what_was_sent(params: object) -> None:
    wire = Wire(("test/echo", lambda services, params: {"got": params}))
    wire.request("id", "test/echo", params)
    await wire.settle()
    assert wire.sent[0]["id"] == "id"
    assert wire.result() == {"got": params}


async def test_no_params_are_an_empty_object() -> None:
    wire = Wire(("test/echo", lambda services, params: params))
    wire.request(1, "test/echo")
    await wire.settle()
    assert wire.result() == {}


@pytest.mark.parametrize(
    ("raised", "code", "data"),
    [
        (UntrustedWorkspace(), -32010, {"reason": "untrusted"}),
        (UnknownEvent("Stp", "d", ["Stop"]), -32602, None),
        (JsonRpcException("no luck", -32803, {"a": 1}), -32803, {"a": 1}),
    ],
)
@pytest.mark.parametrize("asynchronous", [True, False])
async def test_errors_for_the_user(raised: Exception, code: int, data: object, asynchronous: bool) -> None:
    def fail(services: Any, params: Any) -> None:
        raise raised

    async def fail_later(services: Any, params: Any) -> None:
        raise raised

    wire = Wire(("hookwright/fail", fail_later if asynchronous else fail))
    wire.request(1, "hookwright/fail")
    await wire.settle()
    error = wire.error()
    assert (error["code"], error["message"], error.get("data")) == (code, str(raised), data)


async def test_a_fault_is_told_by_the_id_the_log_has(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(services: Any, params: Any) -> None:
        raise KeyError("secret detail")

    wire = Wire(("hookwright/fail", fail))
    wire.request(1, "hookwright/fail")
    await wire.settle()
    error = wire.error()
    assert error["code"] == -32603
    assert "secret" not in str(error)
    assert error["data"]["logId"] in error["message"]
    (record,) = (it for it in caplog.records if it.name.startswith("hookwright"))
    assert error["data"]["logId"] in record.getMessage()
    assert record.exc_info is not None


@pytest.mark.parametrize("method", ["textDocument/moniker", "hookwright/unheard", "$/unheard", "unheard"])
async def test_unknown_requests_are_answered_and_unknown_notifications_ignored(method: str) -> None:
    wire = Wire()
    wire.notify(method, {"a": 1})
    await wire.settle()
    assert wire.sent == []
    wire.request(1, method)
    await wire.settle()
    assert wire.error()["code"] == -32601


async def test_wrong_params_are_named() -> None:
    wire = Wire()
    wire.request(1, "textDocument/hover", {"textDocument": {}, "position": {"line": 0}})
    error = wire.error()
    assert error["code"] == -32602
    for word in ("`textDocument/hover`", "uri", "character"):
        assert word in error["message"]


@pytest.mark.parametrize(
    "message",
    [{}, {"id": 1}, {"id": None, "method": "x"}, {"id": {}, "method": "x"}, {"method": 1}, [], "x", {"id": [1]}],
)
async def test_what_is_no_message_is_answered(message: object) -> None:
    wire = Wire(("x", lambda services, params: "ran"))
    wire.receive(message)
    assert wire.error()["code"] == -32600


async def test_initialize_is_not_for_a_second_time() -> None:
    wire = Wire()
    wire.request(0, "initialize", INITIALIZE)
    assert wire.error()["code"] == -32600


@pytest.mark.parametrize("steps", [1, 3])
async def test_a_cancelled_request_is_answered_once_after_it_cleaned_up(steps: int) -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)))
    wire.request(1, "hookwright/slow")
    await turns(steps)
    wire.notify("$/cancelRequest", {"id": 1})
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    wire.notify("$/cancelRequest", {"id": 1})
    assert log == ["started", "cleaned"]
    assert wire.told() == ["test/cleaned", -32800]


async def test_a_command_is_cancelled_with_its_request() -> None:
    log: list[str] = []
    wire = Wire()
    wire.server.run("slow", endless(log))
    wire.request(1, "workspace/executeCommand", {"command": "slow"})
    await turns()
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert log == ["started", "cleaned"]
    assert wire.told() == ["test/cleaned", -32800]


async def test_a_command_that_is_none_is_answered_with_those_there_are() -> None:
    wire = Wire()
    wire.request(1, "workspace/executeCommand", {"command": "hookwright.fier"})
    await wire.settle()
    assert wire.error()["code"] == -32602
    assert "`hookwright.fier` is not a command: use one of hookwright.fire, " in wire.error()["message"]


async def test_ending_does_not_interrupt_the_cleaning_up() -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)))
    wire.request(1, "hookwright/slow")
    await turns()
    wire.notify("$/cancelRequest", {"id": 1})
    await asyncio.sleep(0)
    await asyncio.gather(wire.server.finish(), wire.server.finish())
    assert log == ["started", "cleaned"]
    assert wire.told() == ["test/cleaned", -32800]


async def test_a_failing_clean_up_is_answered_once_too() -> None:
    wire = Wire(("hookwright/slow", endless([], and_then=OSError("gone"))))
    wire.request(1, "hookwright/slow")
    await turns()
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert wire.told() == ["test/cleaned", -32603]


async def test_an_id_in_use_is_refused() -> None:
    wire = Wire(("hookwright/slow", endless([])))
    wire.request(1, "hookwright/slow")
    await turns()
    assert wire.server.is_busy
    wire.request(1, "hookwright/slow")
    assert wire.error()["code"] == -32600
    await wire.server.finish()
    assert not wire.server.is_busy


async def test_shutdown_answers_after_everything_has_cleaned_up() -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)), hears=(("test/started", endless(log)),))
    wire.request(1, "hookwright/slow")
    wire.notify("test/started")
    await turns()
    wire.request(2, "shutdown")
    wire.request(3, "hookwright/slow")
    wire.notify("test/started")
    wire.notify("exit")
    assert wire.exits == 1
    await wire.settle()
    assert log == ["started", "started", "cleaned", "cleaned"]
    assert [it["id"] for it in wire.sent if "id" in it] == [3, 1, 2]
    assert [it["error"]["code"] for it in wire.sent if "error" in it] == [-32600, -32800]
    assert wire.server.protocol.is_shut_down


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_notification_tells_the_user_once_what_to_do(
    asynchronous: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(services: Any, params: Any) -> None:
        raise UntrustedWorkspace if params["mine"] else KeyError("bug")

    async def fail_later(services: Any, params: Any) -> None:
        fail(services, params)

    wire = Wire(hears=(("test/fail", fail_later if asynchronous else fail),))
    for mine in (True, False, True):
        wire.notify("test/fail", {"mine": mine})
    await wire.settle()
    (shown,) = wire.sent
    assert shown["method"] == "window/showMessage"
    assert shown["params"] == {"type": 1, "message": str(UntrustedWorkspace())}
    assert [it.levelno for it in caplog.records] == [logging.ERROR]


async def test_notifications_leave_nothing_behind() -> None:
    wire = Wire()
    document = {"uri": "file:///a", "languageId": "json", "version": 1, "text": "{}"}
    wire.notify("textDocument/didOpen", {"textDocument": document})
    for version in range(2, 50):
        changes = [{"text": f"{version}"}]
        newer = {**document, "version": version}
        wire.notify("textDocument/didChange", {"textDocument": newer, "contentChanges": changes})
    assert wire.server.workspace.get_text_document("file:///a").source == "49"
    # Where pygls keeps what it has not finished.
    assert not wire.server.protocol._request_futures


async def test_requests_to_the_client_get_its_answer() -> None:
    async def ask(services: Any, params: Any) -> Any:
        return await services.server.protocol.send_request_async("hookwright/ui/confirm", params)

    wire = Wire(("test/ask", ask))
    wire.request(1, "test/ask", {"title": "t"})
    await turns()
    question = wire.sent.pop()
    assert (question["method"], question["params"]) == ("hookwright/ui/confirm", {"title": "t"})
    wire.respond(question, {"jsonrpc": "2.0", "yes": True})
    await wire.settle()
    assert wire.result() == {"jsonrpc": "2.0", "yes": True}


@pytest.mark.parametrize(
    ("answer", "code"),
    [({"error": {"code": -32601, "message": "no such thing"}}, -32601), ({"result": 3}, -32603)],
)
async def test_a_request_that_the_client_refuses_or_answers_oddly(answer: Message, code: int) -> None:
    wire = Wire()
    edit = types.ApplyWorkspaceEditParams(types.WorkspaceEdit())
    asked = asyncio.ensure_future(wire.server.workspace_apply_edit_async(edit))
    await turns()
    wire.receive({"jsonrpc": "2.0", "id": wire.sent[0]["id"], **answer})
    with pytest.raises(JsonRpcException) as caught:
        await asked
    assert caught.value.code == code


async def test_a_request_nobody_waits_for_any_more_is_withdrawn() -> None:
    async def ask(services: Any, params: Any) -> Any:
        return await services.server.protocol.send_request_async("hookwright/ui/confirm", {})

    wire = Wire(("test/ask", ask))
    wire.request(1, "test/ask")
    await turns()
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    question, withdrawal, answer = wire.sent
    assert withdrawal == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": question["id"]}}
    assert answer["error"]["code"] == -32800
    wire.respond(question, {})
    assert len(wire.sent) == 3


async def test_a_shutdown_withdraws_what_the_client_is_asked_meanwhile() -> None:
    wire = Wire()
    ask = functools.partial(wire.server.protocol.send_request, "hookwright/ui/confirm", {})
    ask().add_done_callback(lambda _: ask())

    wire.request(9, "shutdown")
    await wire.settle()

    first, *rest = wire.sent
    withdrawn = [it["params"]["id"] for it in rest if it.get("method") == "$/cancelRequest"]
    again = [it["id"] for it in rest if it.get("method") == "hookwright/ui/confirm"]
    assert withdrawn == [first["id"], *again]
    assert rest[-1] == {"jsonrpc": "2.0", "id": 9, "result": None}


async def test_an_answer_to_nothing_is_ignored() -> None:
    wire = Wire()
    wire.receive({"jsonrpc": "2.0", "id": 77, "result": 1})
    assert wire.sent == []
