"""`textDocument/foldingRange`: objects, arrays and comments of several lines."""

from __future__ import annotations

from typing import Any

from hookwright.ide.ranges import folds
from hookwright.lsp.session import Session


def folding_range(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Whole lines."""
    document = session.document(params)
    if document is None or document.file is None:
        return []
    return [
        {"startLine": it.first, "endLine": it.last, "kind": "comment" if it.comment else "region"}
        for it in folds(document.file.tree)
    ]
