"""`textDocument/semanticTokens/range`: the same for what is on the screen."""

from __future__ import annotations

from typing import Any

from hookwright.ide.semantic_tokens import semantic_tokens
from hookwright.lsp.convert import span_of
from hookwright.lsp.session import Session
from hookwright.lsp.tokens import tokens_json


def semantic_tokens_range(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """The tokens of the strings in the range; nothing for files that hold no hooks."""
    document = session.document(params)
    if document is None or document.file is None:
        return None
    return tokens_json(document.lines, semantic_tokens(document.file, span_of(document.lines, params["range"])))
