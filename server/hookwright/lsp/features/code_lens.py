"""`textDocument/codeLens`: `▶ Fire`, `Explain` and the last result, in one row above every hook."""

from __future__ import annotations

from typing import Any

from hookwright.engine.process import can_start
from hookwright.ide.code_lens import FIRING, LensKind, code_lenses
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session


def code_lens(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Lenses that carry all that their command needs, without those that the user has switched off."""
    document = session.document(params)
    if document is None or document.file is None:
        return []
    shown = frozenset(it for it in LensKind if session.options.lenses.get(it.value, True))
    results = session.recollection.results(document) if LensKind.LAST_RESULT in shown else {}
    return [
        {
            "range": range_json(document.lines, lens.span),
            "command": {
                "title": lens.title,
                "command": lens.command,
                "arguments": [{"uri": document.uri, "pointer": lens.pointer}],
            },
        }
        for lens in code_lenses(document.file, results, shown)
        if can_start() or lens.command not in FIRING
    ]
