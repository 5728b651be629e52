"""`textDocument/semanticTokens/full`: what the pieces of commands and matchers are."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

from hookwright.config.view import HookFile
from hookwright.ide.semantic_tokens import prepare, semantic_tokens
from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session
from hookwright.lsp.tokens import tokens_json

_SLICE_SECONDS = 0.01
# Of longer texts clients get what they show.
_LONGEST = 256 * 1024


async def semantic_tokens_full(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """All tokens; nothing for files that hold no hooks, or are very long.  Others have their turn meanwhile."""
    document = session.document(params)
    if document is None or document.file is None or len(document.text) > _LONGEST:
        return None
    file = await _prepared(document)
    return tokens_json(document.lines, semantic_tokens(file)) if file is not None else None


async def _prepared(document: Document) -> HookFile | None:
    """The file with its groups read, again from the first one where it has changed meanwhile."""
    while (file := document.file) is not None:
        begin = monotonic()
        for _ in prepare(file):
            if monotonic() - begin > _SLICE_SECONDS:
                await asyncio.sleep(0)
                begin = monotonic()
                if document.file is not file:
                    break
        else:
            return file
    return None
