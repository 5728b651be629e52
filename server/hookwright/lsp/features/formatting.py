"""`textDocument/formatting`: a hook file, or its settings, laid out anew."""

from __future__ import annotations

import asyncio
from typing import Any

from hookwright.ide.formatting import format_edits, style_of
from hookwright.lsp.convert import edits_json
from hookwright.lsp.diagnostics import tree_of
from hookwright.lsp.session import Session


async def formatting(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """The edits; none where the text is broken, or its dialect was guessed."""
    document = session.document(params)
    tree = tree_of(document) if document is not None else None
    if document is None or tree is None or (document.file is not None and document.file.guessed):
        return []
    return edits_json(tree.lines, await asyncio.to_thread(format_edits, tree, style_of(params["options"])))
