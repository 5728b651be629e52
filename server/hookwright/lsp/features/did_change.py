"""`textDocument/didChange`: the text follows the editor, and is judged when no more input waits."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.session import Session


def did_change(session: Session, params: dict[str, Any]) -> None:
    """Takes in the text that pygls has, and publishes for the newest version only."""
    document = session.document(params)
    if document is not None:
        document.take_in(
            params["textDocument"].get("version"), session.server.workspace.get_text_document(document.uri).source
        )
        session.publish_after(document)
