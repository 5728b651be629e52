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
from hookwright.lsp.trust import is_trusted, require_trusted_hooks


async def dispatch(services: Services, params: DispatchParams) -> dict[str, Any]:
    """The outcome; cancelling the request kills its hooks.  Workspace or project untrusted: -32010; nothing has run."""
    services.require_trust()
    plan = plan_of(services, params)
    request = plan.request
    require_trusted_hooks(services, request.dialect, request.project_dir, params.config_files or ())
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
    plan = plan_of(services, params)
    request = plan.request
    trusted = is_trusted(services, request.dialect, request.project_dir, params.config_files or ())
    return explanation(plan, services.guard, trusted=trusted)
