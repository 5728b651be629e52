"""`textDocument/selectionRange`: how a selection grows from a place."""

from __future__ import annotations

from typing import Any

from hookwright.ide.ranges import selections
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session


def selection_range(session: Session, params: dict[str, Any]) -> list[dict[str, Any]] | None:
    """For each position its ranges, from the narrowest to the whole text."""
    document = session.document(params)
    if document is None or document.file is None:
        return None
    found: list[dict[str, Any]] = []
    for position in params["positions"]:
        chain: dict[str, Any] = {}
        for span in reversed(selections(document.file.tree, document.offset(position))):
            chain = {"range": range_json(document.lines, span)} | ({"parent": chain} if chain else {})
        found.append(chain)
    return found
