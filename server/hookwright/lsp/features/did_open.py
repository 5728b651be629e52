"""`textDocument/didOpen`: the document is kept, and judged."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.diagnostics import opened_document
from hookwright.lsp.server import HookServer


def did_open(ls: HookServer, params: dict[str, Any]) -> None:
    """Keeps the text and publishes what is wrong with it."""
    document = opened_document(params, ls.session.options)
    ls.session.documents[document.uri] = document
    ls.session.publish_soon(document.uri)
