"""Faults are told as what they are: none is taken for another, and none costs more than the request that meets it."""

from __future__ import annotations

import sqlite3
import sys
import time
from typing import Any

import pytest
from tests import warm
from tests.torture.conftest import Place
from tests.torture.wire import PATIENCE, Wire

_AT = "/hooks/PreToolUse/0/hooks/0"
_INTERNAL = -32603


class Agreeing(Wire):
    """A client whose user says yes to every question; `shown` are the messages for them."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.shown: list[str] = []
        super().__init__(*arguments, **options)

    def answer(self, message: dict[str, Any]) -> None:
        if message.get("method") == "window/showMessage":
            self.shown.append(message["params"]["message"])
        if message.get("method") == "window/showMessageRequest":
            self.send({"id": message["id"], "result": message["params"]["actions"][0]})
        else:
            super().answer(message)


_LIMITED = "import os, resource as it, sys; it.setrlimit(it.RLIMIT_FSIZE, (0, 0)); os.execv(sys.argv[1], sys.argv[1:])"


@pytest.mark.parametrize("where", ["a file", "a full disk"])
def test_an_answer_that_cannot_be_kept_counts_all_the_same(place: Place, where: str) -> None:
    file = place.hooks("touch ran")
    (place.home / "file").write_text("")
    state = {"a file": str(place.home / "file" / "state"), "a full disk": str(place.home / "state")}[where]
    command = [sys.executable, "-m", "hookwright", "lsp"]
    if where == "a full disk":
        # A file may not grow: that is what a full disk is like.
        command = [sys.executable, "-c", _LIMITED, *command]

    with Agreeing(place.project, place.home, environment={"HOOKWRIGHT_STATE_DIR": state}, command=command) as client:
        for number in (1, 2):
            answer = client.request("hookwright/fire", {"uri": file.as_uri(), "pointer": _AT})
            assert "result" in answer, answer
            assert len([it for it in client.shown if "cannot be saved" in it and state in it]) == number

    assert (place.project / "ran").exists()


_ODD_IDS: list[Any] = [None, True, False, 2.0, "2", [2], {"id": 2}, -2, 2.5, 10**30, "", "x" * 10_000]


def test_to_cancel_something_odd_ends_nothing(place: Place) -> None:
    place.hooks("until [ -e go ]; do sleep 0.05; done; echo done >&2; exit 2")
    with place.warm_server() as wire:
        number = wire.begin_dispatch()
        assert number == 2
        for it in _ODD_IDS:
            wire.send({"method": "$/cancelRequest", "params": {"id": it}})
        for params in (None, {}, [], [2], 2, "2", {"id": 3}, {"ID": 2}):
            wire.send({"method": "$/cancelRequest", "params": params})
        wire.send({"method": "$/cancelRequest"})
        wire.still_works()
        (place.project / "go").touch()

        assert wire.answer_of(number)["result"]["decision"] == "deny"


class Silent(Wire):
    """A client that never answers what it is asked; `asked` are the methods."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.asked: list[str] = []
        super().__init__(*arguments, **options)

    def answer(self, message: dict[str, Any]) -> None:
        if "id" in message and "method" in message:
            self.asked.append(message["method"])


def test_a_client_that_never_answers_keeps_only_that_request_waiting(place: Place) -> None:
    file = place.hooks("touch ran")
    with Silent(place.project, place.home, command=warm.hookwright("lsp")) as client:
        waiting = client.begin("hookwright/fire", {"uri": file.as_uri(), "pointer": _AT})
        for _ in range(3):
            client.still_works()
        assert client.asked == ["window/showMessageRequest"]

        client.cancel(waiting)

        assert client.answer_of(waiting)["error"]["code"] == -32800
        client.still_works()
    assert not (place.project / "ran").exists()


def test_the_journal_heals_a_lost_table(place: Place) -> None:
    place.hooks("true")
    state = place.home / "state"
    with place.warm_server(environment={"HOOKWRIGHT_STATE_DIR": str(state)}) as wire:
        wire.dispatch()
        assert len(wire.request("hookwright/history", {})["result"]) == 1
        for table in ("runs", "dispatches"):
            with sqlite3.connect(state / "journal.sqlite3") as connection:
                connection.execute(f"DROP TABLE {table}")
            connection.close()
            before = wire.request("hookwright/history", {})
            assert before.get("error", {}).get("code") != _INTERNAL
            wire.dispatch()
            found = wire.request("hookwright/history", {})["result"]
            assert [len(it["runs"]) for it in found][:1] == [1], table
        wire.still_works()


_LONE = "\ud800"
_ODD_URIS = ["", "file:", "file:///", "file:///nowhere", "file:///dev/zero", "file:///a%00b", "untitled:x", "file://["]
_ODD_URIS += [_LONE, f"file:///{_LONE}", "x" * 100_000, "file:///" + "x" * 100_000]
_BY_URI = ("fire", "plan", "samples", "launch", "explainHook", "runTests")
_BY_PLACE = ("hover", "completion", "definition", "references", "prepareRename")
_NOWHERE: dict[str, Any] = {"textDocument": {"uri": "file:///nowhere"}, "position": {"line": 10**6, "character": 10**6}}
_COMMAND = "workspace/executeCommand"
_ODD: list[tuple[str, Any]] = [
    *((f"hookwright/{method}", {"uri": uri}) for method in _BY_URI for uri in _ODD_URIS),
    ("hookwright/dispatch", {"event": "PreToolUse", "projectDir": "a\0b"}),
    ("hookwright/dispatch", {"event": "PreToolUse", "projectDir": _LONE}),
    ("hookwright/dispatch", {"event": "PreToolUse", "projectDir": "/nowhere"}),
    ("hookwright/dispatch", {"event": "PreToolUse", "projectDir": "x" * 100_000}),
    ("hookwright/dispatch", {"event": _LONE}),
    ("hookwright/dispatch", {"event": "PreToolUse", "dialect": _LONE}),
    ("hookwright/dispatch", {"event": "PreToolUse", "configFiles": ["a\0b", _LONE, "/dev/zero", "/"]}),
    ("hookwright/dispatch", {"event": "PreToolUse", "sessionId": _LONE, "payload": {"tool_name": _LONE}}),
    ("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "Bash", "cwd": "a\0b"}}),
    ("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "Bash", "cwd": _LONE}}),
    ("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "Bash", "cwd": "/nowhere"}}),
    ("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": 7, "tool_input": [1], "session_id": {}}}),
    ("hookwright/explain", {"event": "PreToolUse", "projectDir": "a\0b"}),
    ("hookwright/explain", {"event": "PreToolUse", "projectDir": _LONE}),
    ("hookwright/status", {"projectDir": "a\0b"}),
    ("hookwright/list", {"projectDir": _LONE}),
    ("hookwright/hooks", {"projectDir": "a\0b"}),
    ("hookwright/hooks", {"projectDir": _LONE}),
    ("hookwright/tests", {"projectDir": "a\0b"}),
    ("hookwright/tests", {"projectDir": _LONE}),
    ("hookwright/history", {"limit": -1}),
    ("hookwright/history", {"limit": 10**30}),
    ("hookwright/history", {"hook": _LONE, "event": _LONE, "projectDir": _LONE, "dispatchId": _LONE}),
    ("hookwright/history", {"since": "x"}),
    ("hookwright/history", {"since": "9" * 400 + "d"}),
    ("hookwright/replay", {"dispatchId": _LONE}),
    ("hookwright/replay", {"dispatchId": "9" * 30}),
    ("hookwright/keepSample", {"dispatchId": _LONE}),
    ("hookwright/saveSample", {"dialect": "claude-code", "event": "PreToolUse", "name": "../x", "payload": {}}),
    ("hookwright/saveSample", {"dialect": "claude-code", "event": "PreToolUse", "name": "a\0b", "payload": {}}),
    ("hookwright/saveSample", {"dialect": "claude-code", "event": "PreToolUse", "name": "x" * 10_000, "payload": {}}),
    ("hookwright/saveSample", {"dialect": "claude-code", "event": "PreToolUse", "name": "x", "payload": {"a": _LONE}}),
    ("hookwright/createTest", {"dispatchId": _LONE}),
    ("hookwright/prove", {"uri": _LONE, "pointer": _LONE, "agentCommand": _LONE}),
    ("hookwright/attack", {"uri": _LONE, "pointer": _LONE, "dangers": [_LONE], "seed": 2**70}),
    ("hookwright/dangers", {"uri": _LONE, "pointer": _LONE}),
    ("hookwright/createAttackTest", {"attackId": _LONE, "number": 2**70}),
    ("hookwright/addGuards", {"projectDir": "a\0b", "dialect": "claude-code"}),
    ("hookwright/addGuards", {"projectDir": _LONE, "dialect": _LONE, "names": [_LONE]}),
    ("hookwright/record", {"action": _LONE}),
    ("hookwright/record", {"action": "on", "projectDir": "a\0b", "dialect": "claude-code"}),
    ("hookwright/record", {"action": "on", "dialect": _LONE, "scope": _LONE, "events": [_LONE]}),
    ("hookwright/convert", {"uri": "file:///nowhere", "dialect": _LONE}),
    *((f"textDocument/{it}", _NOWHERE) for it in _BY_PLACE),
    ("textDocument/rename", {**_NOWHERE, "newName": _LONE}),
    ("workspace/symbol", {"query": _LONE}),
    (_COMMAND, {"command": _LONE}),
    (_COMMAND, {"command": "hookwright.fire", "arguments": [_LONE]}),
    (_COMMAND, {"command": "hookwright.fire", "arguments": None}),
    *((_COMMAND, {"command": "hookwright.makeExecutable", "arguments": [{"uri": it}]}) for it in _ODD_URIS),
    *((_COMMAND, {"command": "hookwright.changeScript", "arguments": [{"uri": it}]}) for it in _ODD_URIS),
    (_COMMAND, {"command": "hookwright.changeScript", "arguments": [{"uri": "file:///proc/x", "create": "x"}]}),
]  # fmt: skip


def test_what_a_client_sends_wrong_is_no_fault_of_ours(place: Place) -> None:
    place.hooks("true")
    with place.warm_server() as wire:
        answers = [(wire.request(method, params).get("error"), method, str(params)[:100]) for method, params in _ODD]
        assert [it for it in answers if it[0] and it[0]["code"] == _INTERNAL] == []
        wire.still_works()


def test_what_the_disk_refuses_is_no_fault_of_ours(place: Place) -> None:
    place.hooks("true")
    place.write(".hookwright", "a file where a folder should be")
    sample = {"dialect": "claude-code", "event": "PreToolUse", "name": "x", "payload": {}}
    with place.warm_server() as wire:
        wire.dispatch()
        (record,) = wire.request("hookwright/history", {})["result"]
        for method, params in (
            ("hookwright/saveSample", sample),
            ("hookwright/keepSample", {"dispatchId": record["dispatchId"]}),
        ):
            error = wire.request(method, params)["error"]
            assert error["code"] != _INTERNAL, error
            assert str(place.project) in error["message"]
        wire.still_works()


def test_a_full_disk_is_called_that(place: Place) -> None:
    file = place.hooks("true")
    command = [sys.executable, "-c", _LIMITED, sys.executable, "-m", "hookwright", "lsp"]
    with Agreeing(place.project, place.home, command=command) as client:
        error = client.request("hookwright/fire", {"uri": file.as_uri(), "pointer": _AT, "scratch": True})["error"]
        assert (error["code"], error["data"]) == (-32803, {"reason": "system"})
        assert "File too large" in error["message"]
        assert "result" in client.request("hookwright/plan", {"uri": file.as_uri(), "pointer": _AT})


def test_a_client_that_never_reads_costs_bounded_memory(place: Place) -> None:
    place.hooks("head -c 900000 /dev/zero | tr '\\0' x")
    with Wire(place.project, place.home) as wire:
        before = wire.held().kilobytes
        # 300 MB of answers, if somebody wanted them.
        for _ in range(150):
            wire.begin_dispatch()
        most, deadline = 0, time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                most = max(most, wire.held().kilobytes)
            except (OSError, KeyError):
                # It is ending, as it gave up a client that does not read.
                break
            time.sleep(0.05)
        wire.process.wait(PATIENCE)
        assert most - before < 200_000
