"""Spawns the tiny server and speaks raw frames with it."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.warm import script

TINY_SERVER = Path(__file__).with_name("tiny_server.py")
PATIENCE = 120.0

Message = dict[str, Any]


def frame(message: Any) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class RawClient:
    """One end of the wire; keeps everything the server said in `seen`."""

    def __init__(self, in_fd: int, out_fd: int, notes: Path, process: subprocess.Popen[bytes]) -> None:
        self.in_fd, self.out_fd, self.notes, self.process = in_fd, out_fd, notes, process
        self.seen: list[Message] = []
        self._buffer = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(in_fd, selectors.EVENT_READ)

    def send(self, *messages: Any, and_then: bytes = b"") -> None:
        """In one write, so that they arrive together."""
        self.write(b"".join(frame(message) for message in messages) + and_then)

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.out_fd, data) :]

    def receive(self) -> Message | None:
        """The next message; None at the end of the output."""
        deadline = time.monotonic() + PATIENCE
        while True:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            size = int(head.split(b":")[1]) if found else 0
            if found and len(rest) >= size:
                self._buffer = rest[size:]
                message: Message = json.loads(rest[:size])
                self.seen.append(message)
                return message
            assert self._selector.select(max(0.0, deadline - time.monotonic())), "no answer in time"
            chunk = os.read(self.in_fd, 1 << 16)
            if not chunk:
                assert not self._buffer, "the output ended inside a frame"
                return None
            self._buffer += chunk

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        while (message := self.receive()) is not None:
            if wanted(message):
                return message
        raise AssertionError(f"the server ended; it said {self.seen}")

    def answer(self, request_id: Any) -> Message:
        return self.until(lambda it: it.get("id") == request_id and "method" not in it)

    def notice(self, method: str) -> Message:
        return self.until(lambda it: it.get("method") == method)

    def request(self, request_id: Any, method: str, params: Any = None) -> Message:
        self.send({"id": request_id, "method": method, "params": params})
        return self.answer(request_id)

    def initialize(self, **params: Any) -> Message:
        """Answered, and the session in full swing."""
        answer = self.request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}, **params})
        self.send({"method": "initialized", "params": {}})
        return answer

    def rest_of_output(self) -> list[Message]:
        rest = []
        while (message := self.receive()) is not None:
            rest.append(message)
        return rest

    def exit_code(self) -> int:
        return self.process.wait(PATIENCE)

    def ended_tidily(self) -> bool:
        return (self.notes / "ended").exists()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts the tiny server with these arguments."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*arguments: str, warm: bool = False, **options: Any) -> subprocess.Popen[bytes]:
        words = (*arguments, str(tmp_path))
        command = script(TINY_SERVER, *words) if warm else [sys.executable, str(TINY_SERVER), *words]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, bufsize=0, **options)
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


@pytest.fixture
def client(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> RawClient:
    """A client of a server on standard input and output."""
    return _client(start("stdio", stdin=subprocess.PIPE, stdout=subprocess.PIPE, warm=True), tmp_path)


@pytest.fixture
def client_of_a_real_start(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> RawClient:
    """The same, of a server that gets its signals itself."""
    return _client(start("stdio", stdin=subprocess.PIPE, stdout=subprocess.PIPE), tmp_path)


def _client(process: subprocess.Popen[bytes], notes: Path) -> RawClient:
    assert process.stdin is not None
    assert process.stdout is not None
    return RawClient(process.stdout.fileno(), process.stdin.fileno(), notes, process)


@pytest.fixture
def make_client(tmp_path: Path) -> Callable[[socket.socket, subprocess.Popen[bytes]], RawClient]:
    """A client on a connected socket."""

    def make(connection: socket.socket, process: subprocess.Popen[bytes]) -> RawClient:
        return RawClient(connection.fileno(), connection.fileno(), tmp_path, process)

    return make
