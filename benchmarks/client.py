"""A language client that does nothing but measure: it blocks, and reads the clock when an answer's last byte is in."""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.document import Document

_PATIENCE = 120.0
_PIPE_BYTES = 1 << 20
STATE_VARIABLE = "HOOKWRIGHT_STATE_DIR"
"""Where the journal goes: what is measured must not stand in the user's."""
_CAPABILITIES = Path(__file__).with_name("capabilities.json")

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Server:
    """A server to measure: how it is started, and what the editor's user has configured for it.

    `environment` goes over that of the measuring process.
    """

    name: str
    command: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)


class Client:
    """One session with one server; all results are seconds."""

    def __init__(self, server: Server, project: Path, *, client: Mapping[str, bool] | None = None) -> None:
        """`client` is what hookwright is told beside its options of what the client is for."""
        self._server = server
        self._options = {**server.options, **({"client": client} if client else {})}
        self._project = project
        self._buffer = bytearray()
        self._number = 0
        self._pulls = False
        self._began = time.perf_counter()
        self.process = subprocess.Popen(
            server.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=project,
            env={**os.environ, STATE_VARIABLE: str(project / "state"), **server.environment},
            start_new_session=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._to, self._from = self.process.stdin.fileno(), self.process.stdout.fileno()
        for descriptor in (self._to, self._from):
            # Neither side ever waits for the other to read.
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)

    @property
    def age(self) -> float:
        """Since the process was started."""
        return time.perf_counter() - self._began

    def initialize(self) -> float:
        """Introduces itself; the seconds since the start of the process until the answer."""
        uri = self._project.as_uri()
        frame = self._request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": uri,
                "workspaceFolders": [{"uri": uri, "name": "project"}],
                "capabilities": json.loads(_CAPABILITIES.read_text()),
                "initializationOptions": self._options,
            },
        )
        self._send(frame)
        at, answer = self._wait(self._is_answer)
        self._pulls = "diagnosticProvider" in answer["result"]["capabilities"]
        self.notify("initialized", {})
        if self._server.settings:
            self.notify("workspace/didChangeConfiguration", {"settings": self._server.settings})
        return at - self._began

    def open(self, path: Path, text: str) -> Document:
        """Opens a document, which need not be on disk."""
        document = Document(path.as_uri(), text)
        item = {"uri": document.uri, "languageId": "json", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return document

    def change(self, document: Document, *changes: Message) -> float:
        """Sends the changes; the seconds until the diagnostics of the document as it is then."""
        frames = b"".join(_frame("textDocument/didChange", it) for it in changes)
        if self._pulls:
            frames += self._request("textDocument/diagnostic", {"textDocument": {"uri": document.uri}})
        begin = time.perf_counter()
        self._send(frames)
        at, _ = self._wait(self._is_answer if self._pulls else lambda it: _tells(it, document))
        return at - begin

    def ask(self, method: str, params: Message, *changes: Message) -> float:
        """Sends a request behind changes, in one piece; the seconds until its answer."""
        frames = b"".join(_frame("textDocument/didChange", it) for it in changes)
        frames += self._request(method, params)
        begin = time.perf_counter()
        self._send(frames)
        return self._wait(self._is_answer)[0] - begin

    def begin(self, method: str, params: Message) -> int:
        """Sends a request whose answer nobody waits for; its id."""
        self._send(self._request(method, params))
        return self._number

    def listen(self, seconds: float) -> None:
        """Answers what the server asks, for about that long."""
        if self._buffer or select.select([self._from], [], [], seconds)[0]:
            message = self._next()
            if "method" in message and "id" in message:
                self._send(_encoded({"id": message["id"], "result": self._reply(message)}))

    def notify(self, method: str, params: Message | None) -> None:
        self._send(_frame(method, params))

    def close(self) -> None:
        """Ends the session as an editor does, and the process whether or not it agrees."""
        try:
            self.ask("shutdown", {})
            self.notify("exit", None)
            self.process.wait(5)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, signal.SIGKILL)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        self.process.wait()

    def _request(self, method: str, params: Message) -> bytes:
        self._number += 1
        return _frame(method, params, self._number)

    def _is_answer(self, message: Message) -> bool:
        return message.get("id") == self._number and "method" not in message

    def _send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._to, data) :]

    def _wait(self, until: Callable[[Message], bool]) -> tuple[float, Message]:
        while True:
            message = self._next()
            at = time.perf_counter()
            if "method" in message and "id" in message:
                self._send(_encoded({"id": message["id"], "result": self._reply(message)}))
            elif until(message):
                return at, message

    def _reply(self, message: Message) -> object:
        if message["method"] == "window/showMessageRequest":
            # Commands that are measured may run.
            return message["params"]["actions"][0]
        if message["method"] != "workspace/configuration":
            return None
        return [self._server.settings.get(it.get("section")) for it in message["params"]["items"]]

    def _next(self) -> Message:
        while (end := self._buffer.find(b"\r\n\r\n")) < 0:
            self._read()
        length = next(
            int(line.split(b":")[1])
            for line in bytes(self._buffer[:end]).split(b"\r\n")
            if line.lower().startswith(b"content-length:")
        )
        start = end + 4
        while len(self._buffer) < start + length:
            self._read()
        body = bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        message: Message = json.loads(body)
        return message

    def _read(self) -> None:
        if not select.select([self._from], [], [], _PATIENCE)[0]:
            raise TimeoutError(f"{self._server.name} says nothing")
        data = os.read(self._from, _PIPE_BYTES)
        if not data:
            raise EOFError(f"{self._server.name} has ended")
        self._buffer += data


def _tells(message: Message, document: Document) -> bool:
    """Whether these are the diagnostics of the document as it is now."""
    if message.get("method") != "textDocument/publishDiagnostics":
        return False
    params = message["params"]
    return bool(params["uri"] == document.uri and params.get("version", document.version) >= document.version)


def _frame(method: str, params: Message | None, number: int | None = None) -> bytes:
    message: Message = {"method": method} if params is None else {"method": method, "params": params}
    return _encoded(message if number is None else {"id": number, **message})


def _encoded(message: Message) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
