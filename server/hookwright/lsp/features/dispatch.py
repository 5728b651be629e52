"""`hookwright/dispatch`: an agent in the editor fires an event and gets the outcome back (F4)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.engine.dispatch import dispatch as run
from hookwright.engine.journaling import recorded
from hookwright.engine.plan import Plan
from hookwright.lsp.dispatching import plan_of
from hookwright.lsp.host import model_of
from hookwright.lsp.methods import DispatchParams, read_params
from hookwright.lsp.run_events import run_watch
from hookwright.lsp.session import Session


def dispatch(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """The outcome; cancelling the request kills its hooks.  Untrusted: -32010, and nothing has run."""
    session.require_trust()
    return _outcome(session, plan_of(session, read_params(DispatchParams, params)))


async def _outcome(session: Session, plan: Plan) -> dict[str, Any]:
    model, guard = model_of(session), session.guard
    dispatched = run(
        plan, session.host, watch=run_watch(session), background=session.background, model=model, guard=guard
    )
    return (await recorded(dispatched, plan, session.journal)).to_json()
