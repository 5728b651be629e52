"""`hookwright explain`: which hooks an event would fire, which not, and why; nothing is run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from hookwright.cli.completing import dialects
from hookwright.cli.options import ALL_DIALECTS, JSON_OR_TEXT, event_options
from hookwright.cli.outputs import print_output
from hookwright.cli.tables import print_project
from hookwright.cli.terminal import say, takes_styles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.plan import Plan
    from hookwright.host import Host
    from hookwright.reports.across_agents import AgentView


@click.command("explain")
@event_options
@ALL_DIALECTS
@JSON_OR_TEXT
@click.option("--all", "every", is_flag=True, help="Also say what other agents would do with these hooks.")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="ID",
    shell_complete=dialects,
    help="Also say what this agent would do with these hooks. Can be repeated.",
)
def command(
    event: str,
    *,
    all_dialects: bool,
    form: str,
    every: bool,
    agents: tuple[str, ...],
    **where: Any,  # noqa: ANN401  the shared options
) -> None:
    """Show which hooks EVENT would fire, which not, and why. Nothing runs.

    With --agent, each hook comes with what that agent would do with it: whether it has the event, whether the matcher
    matches the names of its tools, and what a denial does there. With --all, you see this for every agent that has
    files in the project or reads the same file, and only a verdict for the others. With --format json, --all tells
    everything about each agent.

    With --all-dialects, you see the hooks of every agent that has files in the project, each for its own agent.
    """
    from hookwright.cli.planning import prepared
    from hookwright.engine.explain import explanation
    from hookwright.engine.plan import make_plan
    from hookwright.host import Host
    from hookwright.reports.explanation import plain_explanation

    if all_dialects:
        _explain_each(event, form=form, across=every or bool(agents), **where)
        return
    host = Host.real()
    asked = prepared(host, event, **where)
    plan = make_plan(*asked.heard()[0])
    views = _views(plan, every=every, agents=agents)
    if form == "json":
        found = {"agents": {hook: [it.to_json() for it in seen] for hook, seen in views.items()}} if views else {}
        print_output("explain", {**explanation(plan), **found})
    else:
        print_project(where["project"], asked.request.project_dir)
        below = _below(views, agents, plan, host)
        say(plain_explanation(explanation(plan), color=takes_styles(), below=below), end="")
        if where["payload"] is None:
            _say_what_is_missing(plan)


def _say_what_is_missing(plan: Plan) -> None:
    """Says how to ask about hooks that are only for some payloads, where no payload was given."""
    field = plan.row.subject.field
    if field and field not in plan.request.payload and plan.unmatched:
        say("There is no payload, so no matcher has anything to match.", end=" ")
        say(f"""To ask about a call: --payload '{{"{field}": "NAME"}}'""")


def _views(plan: Plan, *, every: bool, agents: tuple[str, ...]) -> Mapping[str, Sequence[AgentView]]:
    """What the agents that were asked about make of each hook, by the hook's id; raises UnknownDialect."""
    from hookwright.dialects import by_id
    from hookwright.reports.across_agents import across_hooks

    named = {by_id(it).id for it in agents}
    if not every and not named:
        return {}
    found = across_hooks(plan)
    if every:
        return found
    return {hook: [it for it in seen if it.dialect.id in named] for hook, seen in found.items()}


def _below(
    views: Mapping[str, Sequence[AgentView]], agents: tuple[str, ...], plan: Plan, host: Host
) -> Mapping[str, Iterable[str]]:
    from hookwright.engine.several import ALL, chosen
    from hookwright.reports.agent_views import view_lines

    if not views:
        return {}
    with_files = chosen(ALL, plan.request.dialect, plan.request.project_dir, host)
    near = {*agents, *(it.id for it in with_files)}
    return {hook: view_lines(seen, near) for hook, seen in views.items()}


def _explain_each(event: str, *, form: str, across: bool, **where: Any) -> None:  # noqa: ANN401
    from hookwright.cli.planning import prepared
    from hookwright.engine.explain import explanation, of_dialects
    from hookwright.engine.plan import make_plan
    from hookwright.errors import UsageError
    from hookwright.host import Host
    from hookwright.reports.explanation import plain_explanation

    if across:
        raise UsageError("`--all` or `--agent` and `--all-dialects` do not go together", "use only one of them")
    asked = prepared(Host.real(), event, all_dialects=True, **where)
    parts = [explanation(make_plan(*it)) for it in asked.heard()]
    if form == "json":
        print_output("explain", of_dialects(asked.request.event, asked.request.dialect.id, parts))
    else:
        print_project(where["project"], asked.request.project_dir)
        say("\n".join(plain_explanation(it, color=takes_styles()) for it in parts), end="")
