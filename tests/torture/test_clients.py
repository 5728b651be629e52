"""Clients that misbehave: whatever they send, the server answers, or ends cleanly, and nothing is left."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from tests.torture.census import Census
from tests.torture.conftest import Place
from tests.torture.wire import PATIENCE

_TEXTS = st.sampled_from(
    ["", "{", '{"hooks": {}}', '{"hooks": {"PreToolUse": [{"matcher": "((("}]}}', "\x00\ud800", "é🙂\r\n" * 50]
)
_NUMBERS = st.sampled_from([0, 1, -1, 7, 2**31, 2**53, 10**30, 1.5, -0.0])
_ODD: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | _NUMBERS | st.sampled_from(["", "x", "\x1b[2J", "a" * 5000, "file:///", "%00"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["uri", "position", "line", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
_METHODS = st.sampled_from(
    [
        "textDocument/hover",
        "textDocument/completion",
        "textDocument/codeAction",
        "textDocument/codeLens",
        "textDocument/formatting",
        "textDocument/semanticTokens/full",
        "workspace/executeCommand",
        "workspace/symbol",
        "hookwright/dispatch",
        "hookwright/explain",
        "hookwright/history",
        "hookwright/samples",
        "completionItem/resolve",
        "initialize",
        "$/unknown",
        "no/such",
        "",
    ]
)
_NOTIFICATIONS = st.sampled_from(
    [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
        "workspace/didChangeWorkspaceFolders",
        "$/cancelRequest",
        "$/setTrace",
        "initialized",
        "no/such",
    ]
)


class _Client(RuleBasedStateMachine):
    """A client without manners; `place` is that of the test."""

    place: Place

    def __init__(self) -> None:
        super().__init__()
        self.place.hooks("echo no >&2; exit 2")
        self.wire = self.place.warm_server()
        self.version = 0
        self.begun: list[int] = []

    def teardown(self) -> None:
        try:
            for it in self.begun:
                answer = self.wire.answer_of(it)
                assert ("result" in answer) is not ("error" in answer), answer
            self.wire.still_works()
        finally:
            self.wire.__exit__()

    def _document(self, name: str) -> str:
        return (self.place.project / name).as_uri()

    @rule(text=_TEXTS, name=st.sampled_from([".claude/settings.json", "x.json"]))
    def open(self, text: str, name: str) -> None:
        self.wire.open(self._document(name), text.encode("utf-8", "replace").decode())

    @rule(text=_TEXTS, start=_NUMBERS, end=_NUMBERS)
    def change(self, text: str, start: float, end: float) -> None:
        self.version += 1
        places = {"start": {"line": start, "character": end}, "end": {"line": end, "character": start}}
        document = {"uri": self._document(".claude/settings.json"), "version": self.version}
        change = {"range": places, "text": text.encode("utf-8", "replace").decode()}
        self.wire.send(
            {"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [change]}}
        )

    @rule(method=_METHODS, params=_ODD)
    def ask(self, method: str, params: Any) -> None:
        self.begun.append(self.wire.begin(method, params))

    @rule(method=_METHODS, line=_NUMBERS)
    def ask_about_a_place(self, method: str, line: float) -> None:
        document = {"uri": self._document(".claude/settings.json")}
        position = {"line": line, "character": line}
        self.begun.append(self.wire.begin(method, {"textDocument": document, "position": position}))

    @rule(method=_NOTIFICATIONS, params=_ODD)
    def tell(self, method: str, params: Any) -> None:
        self.wire.send({"method": method, "params": params})

    @rule(cancelled=st.booleans())
    def dispatch(self, cancelled: bool) -> None:
        number = self.wire.begin_dispatch()
        self.begun.append(number)
        if cancelled:
            self.wire.cancel(number)

    @rule(identity=_ODD)
    def cancel_anything(self, identity: Any) -> None:
        self.wire.send({"method": "$/cancelRequest", "params": {"id": identity}})

    @rule(message=_ODD)
    def send_what_is_no_message(self, message: Any) -> None:
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    @rule(identity=st.sampled_from([0, 10**6, "x", None]), result=_ODD)
    def answer_what_nobody_asked(self, identity: Any, result: Any) -> None:
        self.wire.send({"id": identity, "result": result})

    def raw(self, data: bytes) -> None:
        assert self.wire.process.stdin
        self.wire.process.stdin.write(data)
        self.wire.process.stdin.flush()

    @invariant()
    def lives(self) -> None:
        assert self.wire.process.poll() is None


@pytest.mark.parametrize(
    ("examples", "steps"),
    [(3, 25), pytest.param(40, 50, marks=[pytest.mark.torture_long, pytest.mark.timeout(300)])],
)
def test_a_client_without_manners(examples: int, steps: int, place: Place) -> None:
    class Machine(_Client):
        pass

    Machine.place = place
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


def _mutations(stream: bytes, number: int) -> Iterator[bytes]:
    chance = random.Random(number)
    while True:
        broken = bytearray(stream)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(broken))
            match chance.randrange(4):
                case 0:
                    broken[at] = chance.randrange(256)
                case 1:
                    del broken[at : at + chance.randint(1, 40)]
                case 2:
                    broken[at:at] = chance.randbytes(chance.randint(1, 40))
                case _:
                    broken[at:at] = broken[chance.randrange(len(broken)) :][:60]
            if not broken:
                broken += b"\n"
        yield bytes(broken)


def _session(place: Place) -> bytes:
    folder = {"uri": place.project.as_uri(), "name": "project"}
    document = {
        "uri": f"{place.project.as_uri()}/.claude/settings.json",
        "languageId": "json",
        "version": 1,
        "text": "{}",
    }
    options = {"trusted": True, "userHome": str(place.home)}
    messages: list[dict[str, Any]] = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "processId": None,
                "rootUri": folder["uri"],
                "workspaceFolders": [folder],
                "capabilities": {},
                "initializationOptions": options,
            },
        },
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {
            "id": 2,
            "method": "hookwright/dispatch",
            "params": {"event": "PreToolUse", "dialect": "claude-code", "payload": {"tool_name": "Bash"}},
        },
        {
            "id": 3,
            "method": "textDocument/hover",
            "params": {"textDocument": {"uri": document["uri"]}, "position": {"line": 0, "character": 0}},
        },
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **it}).encode() for it in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(it), it) for it in bodies)


@pytest.mark.parametrize("streams", [2, pytest.param(100, marks=[pytest.mark.torture_long, pytest.mark.timeout(300)])])
def test_bytes_that_are_broken_anywhere(streams: int, place: Place, census: Census) -> None:
    """The input ends after each, and so does the server, by itself and without a crash."""
    place.hooks("setsid sleep 1000 & wait")
    broken = _mutations(_session(place), 20261122)
    environment = {**os.environ, "HOME": str(place.home)}
    for number in range(streams):
        stream = next(broken)
        with subprocess.Popen(
            [sys.executable, "-m", "hookwright", "lsp"],
            cwd=place.project,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as server:
            _, log = server.communicate(stream, PATIENCE)
        assert server.returncode in (0, 1), (number, stream)
        assert b"Traceback" not in log, (number, stream, log.decode(errors="replace"))
    census.nothing_runs()


@pytest.mark.parametrize(
    "noise",
    [os.urandom(1 << 20), b"\0" * (1 << 20), b"Content-Length: " + b"9" * (1 << 20)],
    ids=["random", "zeros", "digits"],
)
def test_a_megabyte_of_noise_before_the_first_message(noise: bytes, place: Place) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "hookwright", "lsp"],
        cwd=place.project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        _, log = server.communicate(noise, PATIENCE)
    assert server.returncode in (0, 1)
    assert b"Traceback" not in log, log.decode(errors="replace")[-2000:]
