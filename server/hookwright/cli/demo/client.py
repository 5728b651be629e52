"""A small editor: starts the real language server and talks to it as any client does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    }
}


class Editor:
    """A session in a trusted workspace; it ends with the `with` block."""

    def __init__(self, project: Path, home: Path) -> None:
        self._project, self._home = project, home
        self._serial = 0
        self._published: dict[str, list[dict[str, Any]]] = {}

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hookwright", "lsp"],
            cwd=self._project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        uri = self._project.as_uri()
        params = {
            "processId": None,
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": "demo"}],
            "capabilities": _CAPABILITIES,
            "initializationOptions": {"trusted": True, "userHome": str(self._home)},
        }
        self.request("initialize", params)
        self.notify("initialized", {})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.request("shutdown", None)
            self.notify("exit", None)
        else:
            self._process.kill()
        self._process.communicate()

    def open(self, path: str) -> tuple[str, list[dict[str, Any]]]:
        """Opens a file of the project; its URI and the diagnostics that the server shows for it."""
        file = self._project / path
        uri = file.as_uri()
        document = {"uri": uri, "languageId": "json", "version": 1, "text": file.read_text("utf-8")}
        self.notify("textDocument/didOpen", {"textDocument": document})
        while uri not in self._published:
            self._receive()
        return uri, self._published[uri]

    def request(self, method: str, params: Any) -> Any:  # noqa: ANN401  any JSON value
        """The result; raises RuntimeError where the server answers an error."""
        self._serial += 1
        self._send({"id": self._serial, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self._serial and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    def notify(self, method: str, params: Any) -> None:  # noqa: ANN401  any JSON value
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            raise RuntimeError("the language server ended before it answered")
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self._published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message
