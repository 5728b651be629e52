"""A bare LSP client for the vectors: frames on a server's pipes, nothing of hookwright's own."""

from __future__ import annotations

import json
import os
import re
import selectors
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Self

CAPABILITIES = {
    "workspace": {"workspaceFolders": True, "workspaceEdit": {"documentChanges": True}},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
    },
}

END_SECONDS = 120
"""How long a server may take to end: less than the hooks sleep that it must not wait for."""


class Server:
    """A language server that runs as long as the `with` block; every fault is an exception with the server's log.

    With a `model`, prompts are answered with that text; `model_saw` are the params of these requests, as JSON.
    """

    def __init__(
        self,
        command: list[str],
        project: Path,
        home: Path,
        *,
        trusted: bool = True,
        environment: dict[str, str] | None = None,
        model: str | None = None,
        capabilities: dict[str, Any] | None = None,
    ) -> None:
        environment = {**os.environ, "HOME": str(home), **(environment or {})}
        self.model = model
        self.model_saw: list[str] = []
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  (closed in __exit__)
        self.process = subprocess.Popen(
            command, cwd=project, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log
        )
        self.buffer, self.serial = b"", 0
        self.selector = selectors.DefaultSelector()
        assert self.process.stdout
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        hello = _initialize(project, home, trusted=trusted, model=model is not None)
        self.request("initialize", {**hello, "capabilities": capabilities or CAPABILITIES})
        self.send({"method": "initialized", "params": {}})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.request("shutdown", None, END_SECONDS)
            self.send({"method": "exit"})
            self.process.wait(END_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdin
            assert self.process.stdout
            for it in (self.selector, self.process.stdin, self.process.stdout, self.log):
                it.close()

    def send(self, *messages: dict[str, Any]) -> None:
        """Sends the messages in one write."""
        bodies = [json.dumps({"jsonrpc": "2.0", **it}).encode() for it in messages]
        assert self.process.stdin
        self.process.stdin.write(b"".join(b"Content-Length: %d\r\n\r\n" % len(it) + it for it in bodies))
        self.process.stdin.flush()

    def read(self, deadline: float) -> dict[str, Any]:
        """The next message; TimeoutError when none came until `deadline` (monotonic seconds)."""
        assert self.process.stdout
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: *(\d+)", head) if found else None
            if length and len(rest) >= int(length[1]):
                self.buffer = rest[int(length[1]) :]
                message: dict[str, Any] = json.loads(rest[: int(length[1])])
                return message
            left = deadline - time.monotonic()
            if left <= 0 or not self.selector.select(left):
                raise TimeoutError("no answer in time; the server said: " + self._said())
            chunk = os.read(self.process.stdout.fileno(), 1 << 20)
            if not chunk:
                raise RuntimeError("the server ended: " + self._said())
            self.buffer += chunk

    def request(self, method: str, params: Any, seconds: float = 20) -> dict[str, Any]:
        """The whole answer to a request; what the server asks meanwhile is answered, with null but for prompts."""
        self.serial += 1
        mine, deadline = self.serial, time.monotonic() + seconds
        self.send({"id": mine, "method": method, "params": params})
        while True:
            message = self.read(deadline)
            if message.get("id") == mine and "method" not in message:
                return message
            self.answer(message)

    def answer(self, message: dict[str, Any]) -> None:
        if "method" not in message or "id" not in message:
            return
        result = None
        if message["method"] == "hookwright/model/complete":
            self.model_saw.append(json.dumps(message["params"], ensure_ascii=False))
            result = {"text": self.model}
        self.send({"id": message["id"], "result": result})

    def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "json", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})

    def published(self, uri: str, version: int, seconds: float = 10, quiet: float = 0.3) -> list[dict[str, Any]]:
        """The last diagnostics published for that version, once none has come for `quiet` seconds."""
        deadline = time.monotonic() + seconds
        last: list[dict[str, Any]] | None = None
        while True:
            try:
                message = self.read(deadline)
            except TimeoutError:
                if last is None:
                    raise
                return last
            self.answer(message)
            params = message.get("params") or {}
            mine = message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri
            if mine and params.get("version") in (version, None):
                last, deadline = params["diagnostics"], time.monotonic() + quiet

    def _said(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-2000:]


def _initialize(project: Path, home: Path, *, trusted: bool, model: bool) -> dict[str, Any]:
    return {
        "processId": os.getpid(),
        "rootUri": project.as_uri(),
        "workspaceFolders": [{"uri": project.as_uri(), "name": "project"}],
        "initializationOptions": {
            "trusted": trusted,
            "userHome": str(home),
            "client": {"ui": False, "model": model},
        },
    }
