"""Every request is answered exactly once, with what the client can understand, and handlers get what they expect."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.errors import UnknownEvent, UntrustedWorkspace
from hookwright.lsp.capabilities import initialize_result
from hookwright.lsp.protocol import HookProtocol, create_server
from hookwright.lsp.wire import FrameParser, Malformed

HOVER = {"textDocument": {"uri": "file:///a"}, "position": {"line": 7, "character": 0}}
INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}

Message = dict[str, Any]
Handler = Callable[..., Any]


class Wire:
    """Feeds a protocol and keeps what it sent."""

    def __init__(self, *features: tuple[str, Handler], protocol: type[HookProtocol] = HookProtocol) -> None:
        self.server = create_server(features, protocol)
        assert isinstance(self.server.protocol, HookProtocol)
        self.protocol = self.server.protocol
        self.sent: list[Message] = []
        self._parser = FrameParser()
        self.protocol.set_writer(self)

    def write(self, data: bytes) -> None:
        for item in self._parser.feed(data):
            assert not isinstance(item, Malformed)
            self.sent.append(item)

    def close(self) -> None:
        raise AssertionError("the protocol does not own the wire")

    def request(self, request_id: Any, method: str, params: Any = None) -> None:
        self.protocol.receive({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})

    def notify(self, method: str, params: Any = None) -> None:
        self.protocol.receive({"jsonrpc": "2.0", "method": method, "params": params})

    def result(self) -> Any:
        """Of the one answer there is."""
        (answer,) = self.sent
        return answer["result"]

    def error(self) -> Message:
        (answer,) = self.sent
        error: Message = answer["error"]
        return error

    async def settle(self) -> None:
        while running := self.protocol.running():
            await asyncio.wait(running)
        await asyncio.sleep(0)


def endless(log: list[str], *, and_then: BaseException | None = None) -> Callable[..., Coroutine[Any, Any, None]]:
    """A handler that runs until it is cancelled and takes a while to clean up."""

    async def handler(ls: Any, params: Any) -> None:
        log.append("started")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            log.append("cleaned")
            ls.protocol.notify("test/cleaned")
            if and_then is not None:
                raise and_then

    return handler


def test_typed_params_and_results() -> None:
    def hover(ls: Any, params: types.HoverParams) -> types.Hover:
        return types.Hover(contents=str(params.position.line))

    wire = Wire(("textDocument/hover", hover))
    wire.request(1, "textDocument/hover", HOVER)
    assert wire.sent == [{"jsonrpc": "2.0", "id": 1, "result": {"contents": "7"}}]


@pytest.mark.parametrize("params", [{"jsonrpc": "2.0", "id": 1, "method": "x", "type_name": "y"}, [1, {"a": None}]])
def test_own_methods_get_and_give_plain_values(params: object) -> None:
    wire = Wire(("hookwright/dispatch", lambda ls, params: {"got": params, "typed": types.Position(1, 2)}))
    wire.request("id", "hookwright/dispatch", params)
    assert wire.sent[0]["id"] == "id"
    assert wire.result() == {"got": params, "typed": {"line": 1, "character": 2}}


def test_plain_methods_take_the_place_of_what_pygls_does() -> None:
    class Plain(HookProtocol):
        plain_methods = frozenset({"textDocument/didOpen", "textDocument/hover"})

    seen: list[Any] = []
    wire = Wire(
        ("textDocument/didOpen", lambda ls, params: seen.append(params)),
        ("textDocument/hover", lambda ls, params: params),
        protocol=Plain,
    )
    wire.request(0, "initialize", INITIALIZE)
    wire.notify("textDocument/didOpen", {"textDocument": "as it is"})
    wire.request(1, "textDocument/hover", {"as": "it is"})
    assert seen == [{"textDocument": "as it is"}]
    assert wire.sent[1]["result"] == {"as": "it is"}


def test_initialize_over_the_usual_path_answers_the_same() -> None:
    wire = Wire()
    wire.request(0, "initialize", INITIALIZE)
    assert wire.result() == initialize_result()


@pytest.mark.parametrize(
    ("raised", "code", "data"),
    [
        (UntrustedWorkspace(), -32010, {"reason": "untrusted"}),
        (UnknownEvent("Stp", "d", ["Stop"]), -32602, None),
        (JsonRpcException("no luck", -32803, {"a": 1}), -32803, {"a": 1}),
    ],
)
@pytest.mark.parametrize("asynchronous", [True, False])
def test_errors_for_the_user(raised: Exception, code: int, data: object, asynchronous: bool) -> None:
    def fail(ls: Any, params: Any) -> None:
        raise raised

    async def fail_later(ls: Any, params: Any) -> None:
        raise raised

    async def run() -> Wire:
        wire = Wire(("hookwright/fail", fail_later if asynchronous else fail))
        wire.request(1, "hookwright/fail")
        await wire.settle()
        return wire

    error = asyncio.run(run()).error()
    assert (error["code"], error["message"], error.get("data")) == (code, str(raised), data)


async def test_a_fault_is_told_by_the_id_the_log_has(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(ls: Any, params: Any) -> None:
        raise KeyError("secret detail")

    wire = Wire(("hookwright/fail", fail))
    wire.request(1, "hookwright/fail")
    await wire.settle()
    error = wire.error()
    assert error["code"] == -32603
    assert "secret" not in str(error)
    assert error["data"]["logId"] in error["message"]
    (record,) = caplog.records
    assert error["data"]["logId"] in record.getMessage()
    assert record.exc_info is not None


@pytest.mark.parametrize("result", [{"n": float("nan")}, {"s": {1, 2}}, object()])
def test_a_result_without_json_is_a_fault(result: object) -> None:
    wire = Wire(("hookwright/odd", lambda ls, params: result))
    wire.request(1, "hookwright/odd")
    assert wire.error()["code"] == -32603


def test_wrong_params_are_answered() -> None:
    wire = Wire(("textDocument/hover", lambda ls, params: None))
    wire.request(1, "textDocument/hover", {"position": "here"})
    assert wire.error()["code"] == -32602
    assert "textDocument/hover" in wire.error()["message"]


@pytest.mark.parametrize("method", ["textDocument/definition", "hookwright/unheard", "$/unheard", "unheard"])
def test_unknown_requests_are_answered_and_unknown_notifications_ignored(
    method: str, caplog: pytest.LogCaptureFixture
) -> None:
    wire = Wire()
    wire.notify(method, {"a": 1})
    assert (wire.sent, caplog.records) == ([], [])
    wire.request(1, method)
    assert wire.error()["code"] == -32601


@pytest.mark.parametrize(
    "message", [{}, {"id": 1}, {"id": None, "method": "x"}, {"id": {}, "method": "x"}, {"method": 1}]
)
def test_what_is_no_message_is_answered(message: Message) -> None:
    wire = Wire(("x", lambda ls, params: "ran"))
    wire.protocol.receive(message)
    assert wire.error()["code"] == -32600


async def test_a_cancelled_request_is_answered_once_after_it_cleaned_up() -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)))
    wire.request(1, "hookwright/slow")
    await asyncio.sleep(0)
    assert log == ["started"]
    wire.notify("$/cancelRequest", {"id": 1})
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    wire.notify("$/cancelRequest", {"id": 1})
    assert log == ["started", "cleaned"]
    assert [it.get("method") or it["error"]["code"] for it in wire.sent] == ["test/cleaned", -32800]


@pytest.mark.parametrize("through_pygls", [True, False])
async def test_cancelling_before_the_first_step_leaves_nothing_running(through_pygls: bool) -> None:
    log: list[str] = []
    slow = endless(log)
    wire = Wire(("hookwright/slow", slow))

    async def command(ls: Any) -> None:
        await slow(ls, {})

    wire.server.command("slow")(command)
    if through_pygls:
        wire.request(1, "workspace/executeCommand", {"command": "slow"})
    else:
        wire.request(1, "hookwright/slow")
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert log == ["started", "cleaned"]
    assert [it.get("method") or it["error"]["code"] for it in wire.sent] == ["test/cleaned", -32800]


async def test_a_command_is_cancelled_with_its_request() -> None:
    log: list[str] = []
    slow = endless(log)
    wire = Wire()

    async def command(ls: Any) -> None:
        await slow(ls, {})

    wire.server.command("slow")(command)
    wire.request(1, "workspace/executeCommand", {"command": "slow"})
    await asyncio.sleep(0.01)
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert [it.get("method") or it["error"]["code"] for it in wire.sent] == ["test/cleaned", -32800]


async def test_a_failing_clean_up_is_answered_once_too() -> None:
    wire = Wire(("hookwright/slow", endless([], and_then=OSError("gone"))))
    wire.request(1, "hookwright/slow")
    await asyncio.sleep(0)
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert [it.get("method") or it["error"]["code"] for it in wire.sent] == ["test/cleaned", -32603]


async def test_a_handler_in_a_thread_can_be_cancelled_and_may_answer() -> None:
    def in_thread(ls: Any, params: Any) -> Any:
        return {"id": ls.protocol.msg_id}

    in_thread.execute_in_thread = True  # type: ignore[attr-defined]
    wire = Wire(("hookwright/thread", in_thread))
    wire.request(7, "hookwright/thread")
    await wire.settle()
    assert wire.result() == {"id": 7}
    wire.server.thread_pool.shutdown()


async def test_an_id_in_use_is_refused() -> None:
    wire = Wire(("hookwright/slow", endless([])))
    wire.request(1, "hookwright/slow")
    wire.request(1, "hookwright/slow")
    assert wire.error()["code"] == -32600
    await wire.protocol.stop()


async def test_shutdown_answers_after_everything_has_cleaned_up() -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)), ("test/started", endless(log)))
    wire.request(1, "hookwright/slow")
    wire.notify("test/started")
    await asyncio.sleep(0)
    wire.request(2, "shutdown")
    wire.request(3, "hookwright/slow")
    wire.notify("test/started")
    await wire.settle()
    assert log == ["started", "started", "cleaned", "cleaned"]
    assert [it["id"] for it in wire.sent if "id" in it] == [3, 1, 2]
    assert [it["error"]["code"] for it in wire.sent if "error" in it] == [-32600, -32800]
    assert not wire.protocol.ended.is_set()
    wire.notify("exit")
    assert wire.protocol.ended.is_set()
    assert wire.protocol.shut_down


async def test_requests_to_the_client() -> None:
    async def ask(ls: Any, params: Any) -> Any:
        return await ls.protocol.send_request_async(params["method"], params["params"])

    wire = Wire(("hookwright/ask", ask))
    wire.request(1, "hookwright/ask", {"method": "hookwright/ui/confirm", "params": {"title": "t"}})
    await asyncio.sleep(0)
    question = wire.sent.pop()
    assert (question["method"], question["params"]) == ("hookwright/ui/confirm", {"title": "t"})
    wire.protocol.receive({"jsonrpc": "2.0", "id": question["id"], "result": {"jsonrpc": "2.0", "yes": True}})
    await wire.settle()
    assert wire.result() == {"jsonrpc": "2.0", "yes": True}


async def test_a_request_the_client_refuses() -> None:
    wire = Wire()
    future = wire.protocol.send_request_async("workspace/applyEdit", {"edit": {}})
    refusal = {"code": -32601, "message": "no such thing"}
    wire.protocol.receive({"jsonrpc": "2.0", "id": wire.sent[0]["id"], "error": refusal})
    with pytest.raises(JsonRpcException, match="no such thing"):
        await future


async def test_an_answer_that_cannot_be_read_is_an_error_to_whoever_waits() -> None:
    wire = Wire()
    future = wire.protocol.send_request_async("workspace/applyEdit", {"edit": {}})
    wire.protocol.receive({"jsonrpc": "2.0", "id": wire.sent[0]["id"], "result": {"applied": {}, "failedChange": "x"}})
    with pytest.raises(Exception):  # noqa: B017, PT011  whatever the converter raises
        await future


async def test_a_request_nobody_waits_for_any_more_is_withdrawn() -> None:
    async def ask(ls: Any, params: Any) -> Any:
        return await ls.protocol.send_request_async("hookwright/ui/confirm")

    wire = Wire(("hookwright/ask", ask))
    wire.request(1, "hookwright/ask")
    await asyncio.sleep(0)
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    question, withdrawal, answer = wire.sent
    assert withdrawal == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": question["id"]}}
    assert answer["error"]["code"] == -32800
    wire.protocol.receive({"jsonrpc": "2.0", "id": question["id"], "result": True})
    assert len(wire.sent) == 3


async def test_progress_works_as_in_pygls() -> None:
    async def work(ls: Any, params: Any) -> str:
        await ls.work_done_progress.create_async("token")
        ls.work_done_progress.begin("token", types.WorkDoneProgressBegin(title="t"))
        ls.work_done_progress.end("token", types.WorkDoneProgressEnd())
        return "done"

    wire = Wire(("hookwright/work", work))
    wire.request(1, "hookwright/work")
    await asyncio.sleep(0)
    (create,) = wire.sent
    assert (create["method"], create["params"]) == ("window/workDoneProgress/create", {"token": "token"})
    wire.protocol.receive({"jsonrpc": "2.0", "id": create["id"], "result": None})
    await wire.settle()
    assert [it.get("params", {}).get("value", {}).get("kind") for it in wire.sent[1:]] == ["begin", "end", None]
    assert wire.sent[-1]["result"] == "done"


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_notification_tells_the_user_once_what_to_do(
    asynchronous: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(ls: Any, params: Any) -> None:
        raise UntrustedWorkspace if params["mine"] else KeyError("bug")

    async def fail_later(ls: Any, params: Any) -> None:
        fail(ls, params)

    wire = Wire(("test/fail", fail_later if asynchronous else fail))
    for mine in (True, False, True):
        wire.notify("test/fail", {"mine": mine})
    await wire.settle()
    (shown,) = wire.sent
    assert shown["method"] == "window/showMessage"
    assert shown["params"] == {"type": 1, "message": str(UntrustedWorkspace())}
    assert [it.levelno for it in caplog.records] == [logging.ERROR]


async def test_rest_comes_once_when_no_input_waits() -> None:
    wire = Wire()
    calls: list[str] = []

    def settled() -> None:
        calls.append("settled")

    waiting = True
    wire.protocol.inbox_empty = lambda: not waiting
    for _ in range(3):
        wire.protocol.call_when_idle(settled)
    await asyncio.sleep(0)
    wire.protocol.rest()
    assert calls == []
    waiting = False
    wire.protocol.rest()
    wire.protocol.rest()
    assert calls == ["settled"]
    wire.protocol.call_when_idle(settled)
    await asyncio.sleep(0)
    assert calls == ["settled", "settled"]


async def test_a_failing_idle_callback_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    wire = Wire()
    calls: list[int] = []
    wire.protocol.call_when_idle(lambda: calls.append(1 // 0))
    wire.protocol.call_when_idle(lambda: calls.append(1))
    wire.protocol.rest()
    assert calls == [1]
    assert len(caplog.records) == 1
