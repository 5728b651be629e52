"""`textDocument/hover`: what the word under the cursor means in the file's dialect."""

from __future__ import annotations

from typing import Any

from hookwright.ide.hover import Hover
from hookwright.ide.hover import hover as hover_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session


def hover(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """Markdown and the range it is about, or nothing."""
    document = session.document(params)
    found = _found(document, document.offset(params["position"])) if document is not None else None
    if document is None or found is None:
        return None
    contents = {"kind": "markdown", "value": found.markdown}
    return {"contents": contents, "range": range_json(document.lines, found.span)}


def _found(document: Document, offset: int) -> Hover | None:
    if document.is_sample:
        from hookwright.ide.sample_documents import hover_sample
        from hookwright.lsp.sample_document import sample_of

        sample = sample_of(document)
        return hover_sample(sample[0], offset, sample[1]) if sample else None
    if document.is_settings:
        from hookwright.ide.settings import hover_settings
        from hookwright.lsp.settings_file import settings_file

        settings = settings_file(document)
        return hover_settings(settings.tree, offset) if settings else None
    return hover_at(document.file, offset) if document.file is not None else None
