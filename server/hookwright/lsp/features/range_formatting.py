"""`textDocument/rangeFormatting`: some lines of a hook file, or of its settings, laid out anew."""

from __future__ import annotations

import asyncio
from typing import Any

from hookwright.ide.formatting import edits_within, format_edits, style_of
from hookwright.lsp.convert import edits_json, span_of
from hookwright.lsp.diagnostics import tree_of
from hookwright.lsp.session import Session


async def range_formatting(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """The edits that lie in the range; none where the text is broken, or its dialect was guessed."""
    document = session.document(params)
    tree = tree_of(document) if document is not None else None
    if document is None or tree is None or (document.file is not None and document.file.guessed):
        return []
    edits = await asyncio.to_thread(format_edits, tree, style_of(params["options"]))
    return edits_json(tree.lines, edits_within(edits, span_of(tree.lines, params["range"])))
