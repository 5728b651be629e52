"""`textDocument/didClose`: the document is forgotten, and its diagnostics leave the editor."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.server import HookServer


def did_close(ls: HookServer, params: dict[str, Any]) -> None:
    """Forgets the document; what is on disk holds again."""
    uri = params["textDocument"]["uri"]
    if ls.session.documents.pop(uri, None) is not None:
        ls.session.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})
