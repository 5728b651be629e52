"""`textDocument/diagnostic`: what is wrong with an open document, for clients that ask."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.pulled import report
from hookwright.lsp.session import Session
from hookwright.lsp.untyped import JsonText


def diagnostic(session: Session, params: dict[str, Any]) -> JsonText:
    """The report on the text as it is; of what is not open there is nothing to say before it is."""
    document, known = session.document(params), params.get("previousResultId")
    if document is None:
        session.publishing.asked_early.add(params["textDocument"]["uri"])
        return JsonText(report("[]", known))
    session.publishing.asked_for.add(document.uri)
    return JsonText(report(session.publishing.judged(document), known))
