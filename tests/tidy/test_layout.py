"""The project is laid out, and stands on, what it was meant to (F1)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
_TOP = ("pyproject.toml", "server", "editor-extension", "schemas", "tests", "README.md")


def test_everything_has_its_place() -> None:
    assert [it for it in _TOP if not (ROOT / it).exists()] == []


def test_pygls_serves_what_an_editor_starts() -> None:
    session = (
        "import sys; from hookwright.lsp.start.serve import serve; "
        "from hookwright.transport.process import serve_stdio; serve_stdio(serve); print(*sys.modules)"
    )
    messages: list[dict[str, object]] = [
        {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"id": 1, "method": "shutdown"},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **it}).encode() for it in messages]
    spoken = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(it), it) for it in bodies)

    found = subprocess.run([sys.executable, "-c", session], input=spoken, capture_output=True, check=True)

    # A print goes to standard error: the other is the wire.
    loaded = set(found.stderr.decode().split())
    assert loaded >= {"pygls.lsp.server", "lsprotocol.types"}
    assert found.stdout.count(b'"jsonrpc"') == 2
