"""`hookwright.explain`: which hooks the event at a place of a document would run, and why; runs nothing."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.explaining import explained_at
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show
from hookwright.workflows.reports.explanation import explanation_page, plain_explanation

_MEMBERS = ("event", "dialect", "matched", "skipped")


def explain(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """The result of `hookwright/explain`, and a report beside that."""
    told = explained_at(session, read_params(FireParams, argument))
    show(session, f"explain-{told['event']}", explanation_page(told), plain_explanation(told))
    plain = {key: told[key] for key in _MEMBERS}
    for key in ("matched", "skipped"):
        plain[key] = [{"hook": it["hook"], "because": it["because"]} for it in told[key]]
    return plain
