"""From the params of a request to the plan of its dispatch."""

from __future__ import annotations

from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.errors import UsageError
from hookwright.lsp.methods import DispatchParams
from hookwright.lsp.services import Services
from hookwright.paths import absolute


def plan_of(services: Services, params: DispatchParams) -> Plan:
    """The plan; raises UsageError, UnknownDialect or UnknownEvent."""
    home, project = services.options.home, project_folder(services, params.project_dir)
    dialect = by_id(params.dialect) if params.dialect else dialect_in_use(project, home)
    snapshot = load(
        dialect,
        project,
        home,
        config_files=params.config_files,
        open_texts=services.open_texts(),
        environ=services.host.environ,
    )
    return make_plan(Request(dialect, params.event, params.payload, project, params.session_id, home), snapshot)


def project_folder(services: Services, named: str | None) -> str:
    """The folder that the client names, else the first of the workspace; raises UsageError."""
    project = absolute(named) if named else next(iter(services.options.folders), None)
    if project is None:
        raise UsageError("No project folder is known", "give `projectDir`, or open a folder")
    return project
