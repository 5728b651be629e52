"""`textDocument/didChange`: the text follows the editor, and is judged when no more input waits."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.session import Session


def did_change(session: Session, params: dict[str, Any]) -> None:
    """Applies the changes and publishes for the newest version only."""
    if (document := session.document(params)) is not None:
        document.change(params["textDocument"].get("version"), params["contentChanges"])
        session.publish_after(document)
