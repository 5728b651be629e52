"""The session from its first frame to its end, spoken in raw frames with a real process."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

INITIALIZE = {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
SHUTDOWN = {"id": 9, "method": "shutdown"}
EXIT = {"method": "exit"}
HOVER = {"textDocument": {"uri": "file:///a"}, "position": {"line": 7, "character": 0}}


def opened(uri: str = "file:///a", text: str = "{}", version: int = 1) -> dict[str, Any]:
    document = {"uri": uri, "languageId": "json", "version": version, "text": text}
    return {"method": "textDocument/didOpen", "params": {"textDocument": document}}


def changed(version: int, uri: str = "file:///a") -> dict[str, Any]:
    document = {"uri": uri, "version": version}
    params = {"textDocument": document, "contentChanges": [{"text": f"{version}"}]}
    return {"method": "textDocument/didChange", "params": params}


def cancelled(request_id: object) -> dict[str, Any]:
    return {"method": "$/cancelRequest", "params": {"id": request_id}}


def slow(request_id: object) -> dict[str, Any]:
    return {"id": request_id, "method": "hookwright/slow", "params": {"name": "n"}}


def told(client: Any) -> list[Any]:
    """What the server said: the methods of what it sent by itself, the ids it answered, the codes of its errors."""
    return [it.get("method") or it.get("error", {}).get("code") or it["id"] for it in client.seen]


def test_initialize_is_answered_once_and_taken_in(client: Any, tmp_path: Path) -> None:
    uri = tmp_path.as_uri()
    client.initialize(
        rootUri=uri,
        workspaceFolders=[{"uri": uri, "name": "w"}],
        capabilities={"textDocument": {"completion": {}}, "general": {"positionEncodings": ["utf-8", "utf-16"]}},
    )
    assert client.request(1, "hookwright/workspace")["result"] == {"folders": [uri], "root": uri, "encoding": "utf-16"}
    assert client.request(2, "initialize", INITIALIZE["params"])["error"]["code"] == -32600
    assert [it["id"] for it in client.seen if "id" in it] == [0, 1, 2]


def test_what_arrives_together_keeps_its_order(client: Any) -> None:
    texts = {"method": "hookwright/documents"}
    client.send(INITIALIZE, opened(), {"id": 1, **texts}, slow(2), changed(2), {"id": 3, **texts}, changed(3))
    client.send({"id": 4, **texts})
    client.answer(4)
    by_id = {it["id"]: it["result"] for it in client.seen if "id" in it}
    assert [by_id[it]["file:///a"] for it in (1, 3, 4)] == ["{}", "2", "3"]
    (started,) = [it for it in client.seen if it.get("method") == "hookwright/started"]
    # It saw what was there when its turn came.
    assert started["params"]["documents"] == {"file:///a": "{}"}


def test_a_request_is_cancelled_while_others_are_answered(client: Any) -> None:
    client.initialize()
    client.send(slow(1))
    client.notice("hookwright/started")
    assert client.request(2, "hookwright/echo")["id"] == 2
    client.send(cancelled(1), cancelled(1))
    client.answer(1)
    assert told(client) == [0, "hookwright/started", 2, "hookwright/cleaned", -32800]
    assert client.request(3, "hookwright/echo")["id"] == 3


def test_requests_before_initialize_are_refused_and_notifications_dropped(client: Any) -> None:
    client.send({"id": 1, "method": "textDocument/hover", "params": HOVER}, opened(), {"id": "x", "method": "shutdown"})
    assert client.answer(1)["error"]["code"] == -32002
    assert client.answer("x")["error"]["code"] == -32002
    client.initialize()
    assert client.request(2, "hookwright/documents")["result"] == {}


@pytest.mark.parametrize("params", [None, [1], "x"])
def test_initialize_without_an_object_is_refused_and_may_be_sent_again(client: Any, params: object) -> None:
    assert client.request(5, "initialize", params)["error"]["code"] == -32602
    assert "result" in client.initialize()


def test_exit_before_initialize(client: Any) -> None:
    client.send(EXIT)
    assert client.rest_of_output() == []
    assert client.exit_code() == 1
    assert client.ended_tidily()


@pytest.mark.parametrize(("messages", "code"), [((), 1), ((SHUTDOWN,), 0), ((SHUTDOWN, EXIT), 0), ((EXIT,), 1)])
def test_the_end(client: Any, messages: tuple[Any, ...], code: int) -> None:
    client.initialize()
    client.send(*messages)
    client.process.stdin.close()
    answers = client.rest_of_output()
    assert [it["id"] for it in answers] == [9] * (SHUTDOWN in messages)
    assert client.exit_code() == code
    assert client.ended_tidily()


def test_a_whole_session_in_one_go_is_answered_in_order(client: Any) -> None:
    echo = {"id": 1, "method": "hookwright/echo"}
    client.send(INITIALIZE, {"method": "initialized", "params": {}}, echo, SHUTDOWN, EXIT)
    client.process.stdin.close()
    assert [it["id"] for it in client.rest_of_output()] == [0, 1, 9]
    assert client.exit_code() == 0


def test_exit_after_shutdown_cancels_what_runs_and_waits_for_it(client: Any) -> None:
    begin_slow(client)
    client.send(SHUTDOWN)
    client.answer(9)
    assert [it.get("method", it.get("id")) for it in client.seen[-3:]] == ["hookwright/cleaned", 1, 9]
    client.send({"id": 10, "method": "hookwright/echo"}, EXIT)
    assert client.answer(10)["error"]["code"] == -32600
    assert client.exit_code() == 0
    assert client.ended_tidily()


@pytest.mark.parametrize("end", ["eof", "exit"])
def test_every_other_end_cleans_up_too(client: Any, end: str) -> None:
    begin_slow(client)
    if end == "eof":
        client.process.stdin.close()
    else:
        client.send(EXIT)
    expect_cleaned_up(client)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_cleans_up_too(client_of_a_real_start: Any, number: signal.Signals) -> None:
    client = client_of_a_real_start
    begin_slow(client)
    client.process.send_signal(number)
    expect_cleaned_up(client, code=128 + number)


def begin_slow(client: Any) -> None:
    client.initialize()
    client.send(slow(1))
    client.notice("hookwright/started")


def expect_cleaned_up(client: Any, *, code: int = 1) -> None:
    assert [it.get("method", it.get("error", {}).get("code")) for it in client.rest_of_output()] == [
        "hookwright/cleaned",
        -32800,
    ]
    assert client.exit_code() == code
    assert client.ended_tidily()


def test_a_signal_that_python_loses_ends_the_session_too(client_of_a_real_start: Any) -> None:
    client = client_of_a_real_start
    client.send(INITIALIZE, {"method": "hookwright/loseSignal"})
    assert client.exit_code() == 128 + signal.SIGINT
    assert client.ended_tidily()


def test_a_client_that_stops_reading_ends_the_session(client: Any) -> None:
    begin_slow(client)
    client.process.stdout.close()
    client.write(b"Content-Length: 2\r\n\r\n{}")
    assert client.exit_code() == 1
    assert (client.notes / "cleaned").exists()
    assert client.ended_tidily()


def test_the_death_of_the_parent_ends_the_session(client: Any) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    client.initialize(processId=parent.pid)
    client.request(1, "hookwright/echo")
    parent.communicate(b"\n")
    assert client.exit_code() == 1
    assert client.ended_tidily()


def test_a_busy_thread_does_not_hold_up_the_end(client: Any) -> None:
    client.initialize()
    client.send({"id": 1, "method": "hookwright/thread"})
    client.request(2, "hookwright/workspace")
    client.send(SHUTDOWN, EXIT)
    assert client.exit_code() == 0


@pytest.mark.parametrize("end", ["eof", signal.SIGTERM])
def test_a_handler_that_never_comes_back_does_not_outlive_the_client(
    client_of_a_real_start: Any, end: str | signal.Signals
) -> None:
    client = client_of_a_real_start
    client.initialize()
    client.send({"method": "hookwright/getStuck"})
    client.notice("hookwright/stuck")
    if isinstance(end, signal.Signals):
        client.process.send_signal(end)
    else:
        client.process.stdin.close()
    assert client.exit_code() == 1
    log = client.process.stderr.read()
    assert b"does not end by itself" in log
    assert b"in stuck" in log


def test_nothing_else_reaches_the_wire(client: Any) -> None:
    client.initialize()
    assert client.request(1, "hookwright/stray")["result"] == ""
    client.send(SHUTDOWN, EXIT)
    assert [it["id"] for it in client.rest_of_output()] == [9]
    log = client.process.stderr.read()
    assert b"stray print" in log
    assert b"stray bytes" in log


def test_broken_input_is_answered_and_the_session_goes_on(client: Any) -> None:
    client.send(b"{]")
    assert client.answer(None)["error"]["code"] == -32700
    client.initialize()
    client.write(b"Content-Length: 9\r\n\r\n{not json")
    assert client.answer(None)["error"]["code"] == -32700
    client.write(b"Content-Length: x\r\n\r\n")
    assert client.answer(None)["error"]["code"] == -32700
    client.send(b"[1, 2]")
    assert client.answer(None)["error"]["code"] == -32600
    client.send(b"[" * 100_000)
    assert client.answer(None)["error"]["code"] == -32016
    client.send({"id": [1], "method": "hookwright/echo"})
    assert client.answer(None)["error"]["code"] == -32600
    assert client.request(2, "hookwright/echo")["result"]["params"] == {}


def test_a_burst_settles_once(client: Any) -> None:
    client.initialize()
    client.request(1, "hookwright/echo")
    client.send(*({"method": "hookwright/changed", "params": {"version": version}} for version in range(2, 202)))
    settled = client.notice("hookwright/settled")
    while settled["params"]["changes"][-1] != 201:
        settled = client.notice("hookwright/settled")
    assert sum(it.get("method") == "hookwright/settled" for it in client.seen) < 20


def test_a_half_sent_frame_does_not_hold_back_what_waits_for_rest(client: Any) -> None:
    client.initialize()
    client.request(1, "hookwright/echo")
    one = {"method": "hookwright/changed", "params": {"version": 2}}
    client.send(one, and_then=b"Content-Length: 99\r\n\r\n{")
    assert client.notice("hookwright/settled")["params"]["changes"] == [2]


def test_pipe_connects_to_the_client(
    start: Callable[..., subprocess.Popen[bytes]], make_client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The system takes some hundred bytes for its path; the temporary folder may be deeper.
    monkeypatch.chdir(tmp_path)
    path = "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        process = start("pipe", path)
        connection, _ = listener.accept()
    with connection:
        client = make_client(connection, process)
        client.initialize()
        assert client.request(1, "textDocument/hover", HOVER)["result"] is None
    assert process.wait(120) == 1
