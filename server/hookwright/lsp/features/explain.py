"""`hookwright/explain`: which hooks would fire on an event, which not, and why; runs nothing."""

from __future__ import annotations

from typing import Any

from hookwright.engine.explain import explanation
from hookwright.lsp.dispatching import plan_of
from hookwright.lsp.methods import DispatchParams, read_params
from hookwright.lsp.session import Session


def explain(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """Matched and skipped hooks with their reasons; works in an untrusted workspace too."""
    plan = plan_of(session, read_params(DispatchParams, params))
    return explanation(plan, session.guard, trusted=session.options.trusted)
