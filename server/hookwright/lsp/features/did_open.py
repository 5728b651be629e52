"""`textDocument/didOpen`: the document is kept, and judged."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session


def did_open(session: Session, params: dict[str, Any]) -> None:
    """Keeps the text and publishes what is wrong with it."""
    item = params["textDocument"]
    document = Document(item["uri"], item.get("version"), item["text"], session.options)
    session.documents[document.uri] = document
    session.publish_after(document)
