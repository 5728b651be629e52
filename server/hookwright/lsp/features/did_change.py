"""`textDocument/didChange`: the text follows the editor, and is judged when no more input waits."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.server import HookServer


def did_change(ls: HookServer, params: dict[str, Any]) -> None:
    """Applies the changes and publishes for the newest version only."""
    if (document := ls.session.document(params)) is not None:
        document.change(params["textDocument"].get("version"), params["contentChanges"])
        ls.session.publish_soon(document.uri)
