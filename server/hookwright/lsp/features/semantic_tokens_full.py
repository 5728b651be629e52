"""`textDocument/semanticTokens/full`: what the pieces of commands and matchers are."""

from __future__ import annotations

from typing import Any

from hookwright.ide.semantic_tokens import semantic_tokens
from hookwright.lsp.session import Session
from hookwright.lsp.tokens import tokens_json

# Of longer texts clients get what they show.
_LONGEST = 256 * 1024


def semantic_tokens_full(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """All tokens; nothing for files that hold no hooks, or are very long."""
    document = session.document(params)
    if document is None or document.file is None or len(document.text) > _LONGEST:
        return None
    return tokens_json(document.lines, semantic_tokens(document.file))
