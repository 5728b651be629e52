"""The session from its first frame to its end, spoken in raw frames with a real process."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookwright.lsp.capabilities import initialize_result

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


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """While it is shut, nothing beyond the standard library gets imported."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


def test_initialize_is_answered_before_anything_heavy_is_imported(gate: Path, client: Any) -> None:
    assert client.request(0, "initialize", INITIALIZE["params"]) == {
        "jsonrpc": "2.0",
        "id": 0,
        "result": initialize_result(),
    }
    assert (client.notes / "loaded").read_text() == ""
    client.send(opened())
    gate.write_text("open")
    early = client.notice("textDocument/publishDiagnostics")
    assert early["params"]["version"] == 1
    assert "pygls=False" in early["params"]["diagnostics"][0]["message"]
    assert "asyncio" not in early["params"]["diagnostics"][0]["message"]


def test_initialize_is_answered_once_and_taken_in(client: Any, tmp_path: Path) -> None:
    uri = tmp_path.as_uri()
    client.initialize(
        rootUri=uri,
        workspaceFolders=[{"uri": uri, "name": "w"}],
        initializationOptions={"trusted": True},
        capabilities={"textDocument": {"completion": {}}, "general": {"positionEncodings": ["utf-8", "utf-16"]}},
    )
    client.send(opened())
    assert client.request(1, "hookwright/session")["result"] == {
        "folders": [uri],
        "root": uri,
        "encoding": "utf-16",
        "snippets": True,
        "options": {"trusted": True},
        "early": ["file:///a"],
        "documents": {"file:///a": "{}"},
    }
    assert [it["id"] for it in client.seen if "id" in it] == [0, 1]


def test_a_second_initialize_is_refused_early_and_late(gate: Path, client: Any) -> None:
    client.initialize()
    client.send({**INITIALIZE, "id": 1})
    gate.write_text("open")
    assert client.answer(1)["error"]["code"] == -32600
    assert "result" in client.request(2, "hookwright/session")
    assert client.request(3, "initialize", INITIALIZE["params"])["error"]["code"] == -32600


def test_early_diagnostics_are_followed_by_the_usual_ones(client: Any) -> None:
    client.initialize()
    client.send(opened())
    messages = [client.notice("textDocument/publishDiagnostics")["params"]["diagnostics"] for _ in range(2)]
    assert [it[0]["message"][:5] for it in messages] == ["early", "late"]


def test_no_early_diagnostics_for_a_text_that_is_no_longer_there(gate: Path, client: Any) -> None:
    client.initialize()
    client.send(opened("file:///a"), changed(2), opened("file:///b"), {"id": 1, "method": "hookwright/session"})
    gate.write_text("open")
    assert client.answer(1)["result"]["early"] == ["file:///b"]


def test_failing_early_diagnostics_do_no_harm(client: Any) -> None:
    client.initialize()
    client.send(opened(text="boom"))
    assert client.notice("textDocument/publishDiagnostics")["params"]["diagnostics"][0]["message"] == "late"


def test_a_session_without_early_diagnostics_still_works(gate: Path, client: Any) -> None:
    client.initialize()
    client.send(opened())
    gate.write_text("fail")
    assert client.notice("textDocument/publishDiagnostics")["params"]["diagnostics"][0]["message"] == "late"


def test_messages_keep_their_order_across_the_start(gate: Path, client: Any) -> None:
    client.initialize()
    client.send(
        opened(), {"id": 1, "method": "hookwright/session"}, changed(2), {"id": 2, "method": "hookwright/session"}
    )
    gate.write_text("open")
    assert client.answer(1)["result"]["documents"] == {"file:///a": "{}"}
    assert client.answer(2)["result"]["documents"] == {"file:///a": "2"}


def test_requests_before_initialize_are_refused_and_notifications_dropped(client: Any) -> None:
    client.send({"id": 1, "method": "textDocument/hover", "params": HOVER}, opened(), {"id": "x", "method": "shutdown"})
    assert client.answer(1)["error"]["code"] == -32002
    assert client.answer("x")["error"]["code"] == -32002
    client.initialize()
    assert client.request(2, "hookwright/session")["result"]["documents"] == {}


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
def test_the_end_before_pygls_is_up(gate: Path, client: Any, messages: tuple[Any, ...], code: int) -> None:
    client.initialize()
    client.send(*messages)
    client.process.stdin.close()
    gate.write_text("open")
    answers = client.rest_of_output()
    assert [it["id"] for it in answers] == [9] * (SHUTDOWN in messages)
    assert client.exit_code() == code
    assert client.ended_tidily()


def test_requests_after_an_early_shutdown_are_refused(gate: Path, client: Any) -> None:
    client.initialize()
    client.send(SHUTDOWN, {"id": 10, "method": "hookwright/echo"})
    gate.write_text("open")
    assert client.answer(9)["result"] is None
    assert client.answer(10)["error"]["code"] == -32600
    client.send(EXIT)
    assert client.exit_code() == 0


def test_a_whole_session_in_one_go_is_answered_in_order(client: Any) -> None:
    hover = {"id": 1, "method": "textDocument/hover", "params": HOVER}
    client.send(INITIALIZE, {"method": "initialized", "params": {}}, hover, SHUTDOWN, EXIT)
    client.process.stdin.close()
    assert [it["id"] for it in client.rest_of_output()] == [0, 1, 9]
    assert client.exit_code() == 0


def test_a_request_can_be_cancelled_before_pygls_is_up(gate: Path, client: Any) -> None:
    client.initialize()
    cancel = {"method": "$/cancelRequest", "params": {"id": 1}}
    client.send({"id": 1, "method": "hookwright/echo"}, cancel, {"id": 2, "method": "hookwright/echo"})
    gate.write_text("open")
    client.answer(2)
    assert [(it["id"], it.get("error", {}).get("code")) for it in client.seen] == [(0, None), (1, -32800), (2, None)]


def test_exit_after_shutdown_cancels_what_runs_and_waits_for_it(client: Any) -> None:
    client.initialize()
    client.send({"id": 1, "method": "hookwright/slow", "params": {"name": "n"}})
    client.notice("hookwright/started")
    client.send(SHUTDOWN)
    client.answer(9)
    assert [it.get("method", it.get("id")) for it in client.seen[-3:]] == ["hookwright/cleaned", 1, 9]
    client.send({"id": 10, "method": "hookwright/echo"}, EXIT)
    assert client.answer(10)["error"]["code"] == -32600
    assert client.exit_code() == 0
    assert client.ended_tidily()


@pytest.mark.parametrize("end", ["eof", "exit", signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_every_other_end_cleans_up_too(client: Any, end: str | signal.Signals) -> None:
    client.initialize()
    client.send({"id": 1, "method": "hookwright/slow", "params": {"name": "n"}})
    client.notice("hookwright/started")
    if isinstance(end, signal.Signals):
        client.process.send_signal(end)
    elif end == "eof":
        client.process.stdin.close()
    else:
        client.send(EXIT)
    assert [it.get("method", it.get("error", {}).get("code")) for it in client.rest_of_output()] == [
        "hookwright/cleaned",
        -32800,
    ]
    assert client.exit_code() == 1
    assert client.ended_tidily()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_pygls_is_up(gate: Path, client: Any, number: signal.Signals) -> None:
    client.initialize()
    client.process.send_signal(number)
    assert client.exit_code() == 1
    assert client.ended_tidily()


def test_a_client_that_stops_reading_ends_the_session(client: Any) -> None:
    client.initialize()
    client.send({"id": 1, "method": "hookwright/slow", "params": {"name": "n"}})
    client.notice("hookwright/started")
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
    client.request(2, "hookwright/echo")
    client.send(SHUTDOWN, EXIT)
    assert client.exit_code() == 0


def test_nothing_else_reaches_the_wire(client: Any) -> None:
    client.initialize()
    assert client.request(1, "hookwright/stray")["result"] == ""
    client.send(SHUTDOWN, EXIT)
    assert [it["id"] for it in client.rest_of_output()] == [9]
    log = client.process.stderr.read()
    assert b"stray print" in log
    assert b"stray bytes" in log


def test_broken_input_is_answered_and_the_session_goes_on(client: Any) -> None:
    client.initialize()
    client.request(1, "hookwright/echo")
    client.write(b"Content-Length: 9\r\n\r\n{not json")
    assert client.answer(None)["error"]["code"] == -32700
    client.write(b"Content-Length: x\r\n\r\n")
    assert client.answer(None)["error"]["code"] == -32700
    client.send(b"[1, 2]")
    assert client.answer(None)["error"]["code"] == -32600
    client.send(b"[" * 100_000)
    assert client.answer(None)["error"]["code"] == -32700
    client.send({"id": [1], "method": "hookwright/echo"})
    assert client.answer(None)["error"]["code"] == -32600
    assert client.request(2, "hookwright/echo")["result"]["params"] == {}


def test_broken_input_before_initialize(client: Any) -> None:
    client.send(b"{]")
    assert client.answer(None)["error"]["code"] == -32700
    assert "result" in client.initialize()


def test_broken_input_before_pygls_is_up(gate: Path, client: Any) -> None:
    client.initialize()
    client.send(b"{]")
    gate.write_text("open")
    assert client.answer(None)["error"]["code"] == -32700
    assert "result" in client.request(1, "hookwright/echo")


def test_a_burst_settles_once(client: Any) -> None:
    client.initialize()
    client.send(opened())
    client.request(1, "hookwright/echo")
    client.send(*(changed(version) for version in range(2, 202)))
    settled = client.notice("hookwright/settled")
    while settled["params"]["changes"][-1] != 201:
        settled = client.notice("hookwright/settled")
    assert sum(it.get("method") == "hookwright/settled" for it in client.seen) < 20


def test_a_half_sent_frame_does_not_hold_back_what_waits_for_rest(client: Any) -> None:
    client.initialize()
    client.send(opened())
    client.request(1, "hookwright/echo")
    client.send(changed(2), and_then=b"Content-Length: 99\r\n\r\n{")
    assert client.notice("hookwright/settled")["params"]["changes"] == [2]


def test_tcp_serves_one_client(start: Callable[..., subprocess.Popen[bytes]], make_client: Any) -> None:
    process = start("tcp", "127.0.0.1:0")
    assert process.stderr is not None
    port = int(process.stderr.readline().rpartition(b":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        client = make_client(connection, process)
        client.initialize()
        assert client.request(1, "textDocument/hover", HOVER)["result"] == {"contents": "file:///a:7"}
        client.send(SHUTDOWN, EXIT)
        assert [it["id"] for it in client.rest_of_output()] == [9]
    assert process.wait(10) == 0


def test_pipe_connects_to_the_client(
    start: Callable[..., subprocess.Popen[bytes]], make_client: Any, tmp_path: Path
) -> None:
    path = str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        process = start("pipe", path)
        connection, _ = listener.accept()
    with connection:
        client = make_client(connection, process)
        client.initialize()
        assert client.request(1, "textDocument/hover", HOVER)["result"] == {"contents": "file:///a:7"}
    assert process.wait(10) == 1
