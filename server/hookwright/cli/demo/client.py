"""A small editor: starts the real language server and talks to it as any client does."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import click

from hookwright.transport.frames import FrameParser, frame

SERVER = (sys.executable, "-P", "-m", "hookwright", "lsp")

_ANSWER_SECONDS = 30.0
_END_SECONDS = 5.0
_METHOD_NOT_FOUND = -32601
_CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    },
    "window": {"showMessage": {"messageActionItem": {"additionalPropertiesSupport": False}}},
}

Ask = Callable[[str, Sequence[str]], int]
"""Shows a question with the titles of its answers; which of them is given."""


class Editor:
    """A session in a trusted workspace; it ends with the `with` block.

    `ask` answers the server's questions; `environ` is the server's whole environment.  Raises click.ClickException
    where the server does not answer within `seconds`, or ends.
    """

    def __init__(
        self,
        project: Path,
        home: Path,
        environ: Mapping[str, str],
        ask: Ask,
        *,
        command: Sequence[str] = SERVER,
        seconds: float = _ANSWER_SECONDS,
    ) -> None:
        self._project, self._home, self._environ, self._ask = project, home, environ, ask
        self._command, self._seconds = command, seconds
        self._serial = 0
        self._frames = FrameParser(_broken)
        self._received: deque[dict[str, Any]] = deque()
        self._published: dict[str, list[dict[str, Any]]] = {}

    def __enter__(self) -> Self:
        # In a session of its own, so that Ctrl-C reaches it through us, and only once.
        self._process = subprocess.Popen(
            self._command,
            cwd=self._project,
            env=self._environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            self._shake_hands()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.request("shutdown", None)
                self.notify("exit", None)
                self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._stop()

    @property
    def has_ended(self) -> bool:
        """Whether the server is gone."""
        return self._process.poll() is not None

    def open(self, path: str, language: str = "json") -> tuple[str, list[dict[str, Any]]]:
        """Opens a file of the project; its URI and the diagnostics that the server shows for it."""
        file = self._project / path
        uri = file.as_uri()
        document = {"uri": uri, "languageId": language, "version": 1, "text": file.read_text("utf-8")}
        self.notify("textDocument/didOpen", {"textDocument": document})
        deadline = time.monotonic() + self._seconds
        while uri not in self._published:
            self._receive("textDocument/didOpen", deadline)
        return uri, self._published[uri]

    def request(self, method: str, params: Any) -> Any:  # noqa: ANN401  any JSON value
        """The result; raises click.ClickException where the server answers an error."""
        self._serial += 1
        self._send({"id": self._serial, "method": method, "params": params})
        deadline = time.monotonic() + self._seconds
        while True:
            message = self._receive(method, deadline)
            if message.get("id") == self._serial and "method" not in message:
                if "error" in message:
                    raise click.ClickException(f"`{method}` failed: {message['error']['message']}")
                return message["result"]

    def notify(self, method: str, params: Any) -> None:  # noqa: ANN401  any JSON value
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def _shake_hands(self) -> None:
        uri = self._project.as_uri()
        params = {
            "processId": os.getpid(),
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": "demo"}],
            "capabilities": _CAPABILITIES,
            "initializationOptions": {"trusted": True, "userHome": str(self._home)},
        }
        self.request("initialize", params)
        self.notify("initialized", {})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(frame(body))
            self._process.stdin.flush()
        except BrokenPipeError:
            raise _ended() from None

    def _receive(self, waiting_for: str, deadline: float) -> dict[str, Any]:
        """The next message, when what it asks or publishes has been seen to."""
        while not self._received:
            self._read(waiting_for, deadline)
        message = self._received.popleft()
        if message.get("method") == "textDocument/publishDiagnostics":
            self._published[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], **self._answer(message)})
        return message

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["method"] != "window/showMessageRequest":
            return {"error": {"code": _METHOD_NOT_FOUND, "message": f"`{message['method']}` is not known here"}}
        actions = message["params"]["actions"]
        return {"result": actions[self._ask(message["params"]["message"], [it["title"] for it in actions])]}

    def _read(self, waiting_for: str, deadline: float) -> None:
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise click.ClickException(
                    f"the language server has not answered `{waiting_for}` for {self._seconds:g} s; "
                    "is the machine busy? Try again, or start `hookwright lsp` to see what it says"
                )
        chunk = os.read(self._process.stdout.fileno(), 1 << 16)
        if not chunk:
            raise _ended()
        self._received.extend(map(json.loads, self._frames.feed(chunk)))

    def _stop(self) -> None:
        """Ends the server, and with it every hook that still runs."""
        self._process.terminate()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                # What was never sent is of no use to a server that has gone.
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


def _broken(_code: int, fault: str, _body: bytes) -> None:
    raise click.ClickException(f"the language server sent what is not a message: {fault}")


def _ended() -> click.ClickException:
    return click.ClickException("the language server ended before it answered; `hookwright lsp` shows what it says")
