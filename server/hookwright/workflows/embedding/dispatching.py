"""`dispatch` and `explain`: an agent fires an event, or is told what would fire and why."""

from __future__ import annotations

from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch as run
from hookwright.engine.explain import ExplanationJson, explanation
from hookwright.engine.journal.writer import recorded
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.model.outcome_json import OutcomeJson
from hookwright.workflows.embedding.engine import Engine
from hookwright.workflows.embedding.params import DispatchParams


async def dispatch(engine: Engine, params: DispatchParams) -> OutcomeJson:
    """The outcome; cancelling the request kills its hooks.  Workspace or project untrusted: -32010; nothing has run."""
    trust = engine.trust()
    trust.require()
    async with engine.slots:
        plan = plan_of(engine, params)
        request = plan.request
        trust.require_hooks(request.dialect, request.project_dir, params.config_files or ())
        dispatched = run(
            plan,
            engine.host,
            watch=engine.watch(),
            background=engine.background,
            model=engine.model,
            guard=engine.guard,
        )
        return (await recorded(dispatched, plan, engine.journal)).to_json()


def explain(engine: Engine, params: DispatchParams) -> ExplanationJson:
    """Matched and skipped hooks with their reasons; runs nothing, so it works in an untrusted workspace too."""
    plan = plan_of(engine, params)
    request = plan.request
    trusted = engine.trust().allows_hooks(request.dialect, request.project_dir, params.config_files or ())
    return explanation(plan, engine.guard, trusted=trusted)


def plan_of(engine: Engine, params: DispatchParams) -> Plan:
    """The plan; raises UsageError, UnknownDialect or UnknownEvent."""
    project = engine.project_folder(params.project_dir)
    named = params.dialect or engine.dialect
    dialect = by_id(named) if named else dialect_in_use(project, engine.home)
    snapshot = load(
        dialect,
        project,
        engine.home,
        config_files=params.config_files,
        open_texts=engine.open_texts(),
        environ=engine.host.environ,
    )
    return make_plan(Request(dialect, params.event, params.payload, project, params.session_id, engine.home), snapshot)
