"""`textDocument/codeLens`: `▶ Fire`, `Explain` and the last result above every hook and group."""

from __future__ import annotations

from typing import Any

from hookwright.ide.code_lens import code_lenses
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session


def code_lens(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Lenses that carry all that their command needs."""
    document = session.document(params)
    if document is None or document.file is None:
        return []
    return [
        {
            "range": range_json(document.lines, lens.span),
            "command": {
                "title": lens.title,
                "command": lens.command,
                "arguments": [{"uri": document.uri, "pointer": lens.pointer}],
            },
        }
        for lens in code_lenses(document.file, session.recollection.results(document))
    ]
