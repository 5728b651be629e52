"""`hookwright/dispatch` and `explain`: an agent in the editor fires an event, or is told what would fire and why."""

from __future__ import annotations

from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch as run
from hookwright.engine.explain import ExplanationJson, explanation
from hookwright.engine.journal.writer import recorded
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.lsp.client.model import model_of
from hookwright.lsp.client.progress import run_watch
from hookwright.lsp.methods import DispatchParams
from hookwright.lsp.services import Services
from hookwright.lsp.trust import is_trusted, require_trusted_hooks
from hookwright.model.outcome_json import OutcomeJson


async def dispatch(services: Services, params: DispatchParams) -> OutcomeJson:
    """The outcome; cancelling the request kills its hooks.  Workspace or project untrusted: -32010; nothing has run."""
    services.session.require_trust()
    plan = _plan(services, params)
    request = plan.request
    require_trusted_hooks(services.session, request.dialect, request.project_dir, params.config_files or ())
    dispatched = run(
        plan,
        services.host,
        watch=run_watch(services),
        background=services.background,
        model=model_of(services),
        guard=services.guard,
    )
    return (await recorded(dispatched, plan, services.journal)).to_json()


def explain(services: Services, params: DispatchParams) -> ExplanationJson:
    """Matched and skipped hooks with their reasons; runs nothing, so it works in an untrusted workspace too."""
    plan = _plan(services, params)
    request = plan.request
    trusted = is_trusted(services.session, request.dialect, request.project_dir, params.config_files or ())
    return explanation(plan, services.guard, trusted=trusted)


def _plan(services: Services, params: DispatchParams) -> Plan:
    """The plan; raises UsageError, UnknownDialect or UnknownEvent."""
    home, project = services.session.options.home, services.session.project_folder(params.project_dir)
    dialect = by_id(params.dialect) if params.dialect else dialect_in_use(project, home)
    snapshot = load(
        dialect,
        project,
        home,
        config_files=params.config_files,
        open_texts=services.session.open_texts(),
        environ=services.host.environ,
    )
    return make_plan(Request(dialect, params.event, params.payload, project, params.session_id, home), snapshot)
