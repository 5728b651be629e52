"""`textDocument/didClose`: the document is forgotten, and its diagnostics leave the editor."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hookwright.lsp.session import Session


def did_close(session: Session, params: dict[str, Any]) -> None:
    """Forgets the document; what is on disk holds again."""
    uri = params["textDocument"]["uri"]
    if (document := session.documents.pop(uri, None)) is not None:
        session.publishing.forget(uri)
        if document.is_settings or document.file is not None:
            session.publish_soon(*session.documents)
            session.hooks_changed()
        if not session.pulls_diagnostics:
            session.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
