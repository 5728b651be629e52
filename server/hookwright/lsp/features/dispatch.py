"""`hookwright/dispatch` and `explain`: an agent in the editor fires an event, or is told what would fire and why."""

from __future__ import annotations

from typing import Any

from hookwright.engine.dispatch import dispatch as run
from hookwright.engine.explain import explanation
from hookwright.engine.journaling import recorded
from hookwright.lsp.client_model import model_of
from hookwright.lsp.dispatching import plan_of
from hookwright.lsp.methods import DispatchParams
from hookwright.lsp.run_events import run_watch
from hookwright.lsp.services import Services


async def dispatch(services: Services, params: DispatchParams) -> dict[str, Any]:
    """The outcome; cancelling the request kills its hooks.  Untrusted: -32010, and nothing has run."""
    services.require_trust()
    plan = plan_of(services, params)
    dispatched = run(
        plan,
        services.host,
        watch=run_watch(services),
        background=services.background,
        model=model_of(services),
        guard=services.guard,
    )
    return (await recorded(dispatched, plan, services.journal)).to_json()


def explain(services: Services, params: DispatchParams) -> dict[str, Any]:
    """Matched and skipped hooks with their reasons; runs nothing, so it works in an untrusted workspace too."""
    return explanation(plan_of(services, params), services.guard, trusted=services.options.trusted)
