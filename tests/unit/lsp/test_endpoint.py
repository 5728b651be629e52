"""Every request is answered exactly once, with what the client can understand."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from tests.unit.lsp.wires import INITIALIZE, Message, Wire, endless

from hookwright.errors import UnknownEvent, UntrustedWorkspace
from hookwright.lsp.failures import ProtocolError


@pytest.mark.parametrize("params", [{"jsonrpc": "2.0", "id": 1, "method": "x", "type_name": "y"}, [1, {"a": None}]])
def test_features_get_and_give_plain_values(params: object) -> None:
    wire = Wire(("hookwright/dispatch", lambda session, params: {"got": params}))
    wire.request("id", "hookwright/dispatch", params)
    assert wire.sent[0]["id"] == "id"
    assert wire.result() == {"got": params}


def test_no_params_are_an_empty_object() -> None:
    wire = Wire(("hookwright/echo", lambda session, params: params))
    wire.request(1, "hookwright/echo")
    assert wire.result() == {}


def test_what_a_feature_does_before_its_coroutine_is_done_in_order() -> None:
    log: list[Any] = []

    def feature(session: Any, params: Any) -> Any:
        async def later() -> None:
            log.append(["later", params])

        log.append(["now", params])
        return later()

    async def run() -> None:
        wire = Wire(("test/it", feature))
        wire.request(1, "test/it", [1])
        wire.notify("test/it", [2])
        await wire.settle()

    asyncio.run(run())
    assert log == [["now", [1]], ["now", [2]], ["later", [1]], ["later", [2]]]


@pytest.mark.parametrize(
    ("raised", "code", "data"),
    [
        (UntrustedWorkspace(), -32010, {"reason": "untrusted"}),
        (UnknownEvent("Stp", "d", ["Stop"]), -32602, None),
        (ProtocolError(-32803, "no luck", {"a": 1}), -32803, {"a": 1}),
    ],
)
@pytest.mark.parametrize("asynchronous", [True, False])
async def test_errors_for_the_user(raised: Exception, code: int, data: object, asynchronous: bool) -> None:
    def fail(session: Any, params: Any) -> None:
        raise raised

    async def fail_later(session: Any, params: Any) -> None:
        raise raised

    wire = Wire(("hookwright/fail", fail_later if asynchronous else fail))
    wire.request(1, "hookwright/fail")
    await wire.settle()
    error = wire.error()
    assert (error["code"], error["message"], error.get("data")) == (code, str(raised), data)


@pytest.mark.parametrize("registered", [True, False])
async def test_a_fault_is_told_by_the_id_the_log_has(registered: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def fail(session: Any, params: Any) -> None:
        raise KeyError("secret detail")

    fails = ("hookwright/fail", fail)
    wire = Wire(typed=(fails,)) if registered else Wire(fails)
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
    wire = Wire(("hookwright/odd", lambda session, params: result))
    wire.request(1, "hookwright/odd")
    assert wire.error()["code"] == -32603


@pytest.mark.parametrize("method", ["textDocument/moniker", "hookwright/unheard", "$/unheard", "unheard"])
async def test_unknown_requests_are_answered_and_unknown_notifications_ignored(
    method: str, caplog: pytest.LogCaptureFixture
) -> None:
    wire = Wire()
    wire.notify(method, {"a": 1})
    await wire.settle()
    assert (wire.sent, caplog.records) == ([], [])
    wire.request(1, method)
    await wire.settle()
    assert wire.error()["code"] == -32601


@pytest.mark.parametrize(
    "message", [{}, {"id": 1}, {"id": None, "method": "x"}, {"id": {}, "method": "x"}, {"method": 1}]
)
def test_what_is_no_message_is_answered(message: Message) -> None:
    wire = Wire(("x", lambda session, params: "ran"))
    wire.endpoint.receive(message)
    assert wire.error()["code"] == -32600


def test_initialize_is_not_for_a_second_time() -> None:
    wire = Wire()
    wire.request(0, "initialize", INITIALIZE)
    assert wire.error()["code"] == -32600


@pytest.mark.parametrize("steps", [0, 1, 3])
async def test_a_cancelled_request_is_answered_once_after_it_cleaned_up(steps: int) -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)))
    wire.request(1, "hookwright/slow")
    for _ in range(steps):
        await asyncio.sleep(0)
    wire.notify("$/cancelRequest", {"id": 1})
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    wire.notify("$/cancelRequest", {"id": 1})
    assert log == ["started", "cleaned"]
    assert wire.told() == ["test/cleaned", -32800]


async def test_a_second_cancellation_does_not_interrupt_the_cleaning_up() -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)))
    wire.request(1, "hookwright/slow")
    for _ in range(3):
        await asyncio.sleep(0)
        wire.notify("$/cancelRequest", {"id": 1})
    await asyncio.gather(wire.endpoint.stop(), wire.endpoint.stop())
    await wire.settle()
    assert log == ["started", "cleaned"]
    assert wire.told() == ["test/cleaned", -32800]


async def test_a_failing_clean_up_is_answered_once_too() -> None:
    wire = Wire(("hookwright/slow", endless([], and_then=OSError("gone"))))
    wire.request(1, "hookwright/slow")
    await asyncio.sleep(0)
    wire.notify("$/cancelRequest", {"id": 1})
    await wire.settle()
    assert wire.told() == ["test/cleaned", -32603]


async def test_an_id_in_use_is_refused() -> None:
    wire = Wire(("hookwright/slow", endless([])))
    wire.request(1, "hookwright/slow")
    assert wire.endpoint.busy
    wire.request(1, "hookwright/slow")
    assert wire.error()["code"] == -32600
    await wire.endpoint.stop()
    assert not wire.endpoint.busy


async def test_shutdown_answers_after_everything_has_cleaned_up() -> None:
    log: list[str] = []
    wire = Wire(("hookwright/slow", endless(log)), ("test/started", endless(log)))
    wire.request(1, "hookwright/slow")
    wire.notify("test/started")
    await asyncio.sleep(0)
    wire.request(2, "shutdown")
    wire.request(3, "hookwright/slow")
    wire.notify("test/started")
    wire.notify("exit")
    assert wire.exits == 1
    await wire.endpoint.stop()
    assert log == ["started", "started", "cleaned", "cleaned"]
    assert [it["id"] for it in wire.sent if "id" in it] == [3, 1, 2]
    assert [it["error"]["code"] for it in wire.sent if "error" in it] == [-32600, -32800]
    assert wire.endpoint.shut_down


def test_shutdown_is_answered_at_once_where_nothing_runs() -> None:
    wire = Wire()
    wire.request(1, "shutdown")
    assert wire.result() is None


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_notification_tells_the_user_once_what_to_do(
    asynchronous: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(session: Any, params: Any) -> None:
        raise UntrustedWorkspace if params["mine"] else KeyError("bug")

    async def fail_later(session: Any, params: Any) -> None:
        fail(session, params)

    wire = Wire(("test/fail", fail_later if asynchronous else fail))
    for mine in (True, False, True):
        wire.notify("test/fail", {"mine": mine})
    await wire.settle()
    (shown,) = wire.sent
    assert shown["method"] == "window/showMessage"
    assert shown["params"] == {"type": 1, "message": str(UntrustedWorkspace())}
    assert [it.levelno for it in caplog.records] == [logging.ERROR]
