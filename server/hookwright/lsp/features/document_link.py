"""`textDocument/documentLink`: the scripts that hooks run, to be opened."""

from __future__ import annotations

import os.path
from typing import Any

from hookwright.ide.references import named_scripts
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session
from hookwright.paths import uri_of


def document_link(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Scripts that are there, with their targets."""
    document = session.document(params)
    if document is None or document.file is None:
        return []
    return [
        {"range": range_json(document.lines, it.span), "target": uri_of(it.path)}
        for it in named_scripts(document.file, session.options.home)
        if os.path.isfile(it.path)
    ]
