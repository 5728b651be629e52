"""From the arguments of `dispatch` and `explain` to a plan, and the model that answers its prompts."""

from __future__ import annotations

from hookwright.cli.options import project_folder, read_payload
from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import load
from hookwright.dialects import by_id, for_path, guess
from hookwright.engine.host import Host
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.errors import UnreadableInput
from hookwright.model.dialect import Dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.model import Model


def plan_of(
    host: Host,
    event: str,
    *,
    dialect: str | None,
    project: str,
    config: tuple[str, ...],
    payload: str | None,
    session: str | None,
) -> Plan:
    """The plan of an event; raises a HookwrightError that says what to change."""
    folder = project_folder(project)
    table = by_id(dialect) if dialect else _told_by_files(config) or dialect_in_use(folder, host.home)
    snapshot = load(table, folder, host.home, config_files=config or None, environ=host.environ)
    return make_plan(Request(table, event, read_payload(payload) or {}, folder, session, host.home), snapshot)


def model_behind(command: str | None, host: Host, plan: Plan) -> Model | None:
    """The model that the user's command is; None where no command was given."""
    if command is None:
        return None
    from hookwright.engine.model import CommandModel

    return CommandModel(command, host, plan.request.project_dir)


def _told_by_files(config: tuple[str, ...]) -> Dialect | None:
    from hookwright.cli.options import read_text

    for path in config:
        found = for_path(path) or guess(path, read_text(path))
        if found is None:
            raise UnreadableInput(
                f"Cannot tell the dialect of `{path}`", "name it with `--dialect`; `hookwright dialects` lists them"
            )
        return found[0]
    return None
