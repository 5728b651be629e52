"""`textDocument/hover`: what the word under the cursor means in the file's dialect."""

from __future__ import annotations

from typing import Any

from hookwright.ide.hover import hover as hover_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session


def hover(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """Markdown and the range it is about, or nothing."""
    document = session.document(params)
    if document is None or document.file is None:
        return None
    found = hover_at(document.file, document.offset(params["position"]))
    if found is None:
        return None
    contents = {"kind": "markdown", "value": found.markdown}
    return {"contents": contents, "range": range_json(document.lines, found.span)}
