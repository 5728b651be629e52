"""`hookwright explain`: which hooks an event would fire, which not, and why; nothing is run."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import ALL_DIALECTS, JSON_OR_TEXT, event_options
from hookwright.cli.outputs import print_output
from hookwright.cli.tables import print_project
from hookwright.cli.terminal import say, takes_styles


@click.command("explain")
@event_options
@ALL_DIALECTS
@JSON_OR_TEXT
@click.option("--all", "every", is_flag=True, help="Also say what each other agent would do with these hooks.")
def command(
    event: str,
    *,
    all_dialects: bool,
    form: str,
    every: bool,
    **where: Any,  # noqa: ANN401  the shared options
) -> None:
    """Show which hooks EVENT would fire, which not, and why. Nothing runs.

    With --all, each hook comes with what the other agents would do with it: whether they have the event, whether the
    matcher matches the names of their tools, and what a denial does there.

    With --all-dialects, you see the hooks of every agent that has files in the project, each for its own agent.
    """
    from hookwright.cli.planning import prepared
    from hookwright.engine.explain import explanation
    from hookwright.engine.plan import make_plan
    from hookwright.host import Host
    from hookwright.reports.across_agents import across_hooks
    from hookwright.reports.explanation import plain_explanation

    if all_dialects:
        _explain_each(event, form=form, every=every, **where)
        return
    asked = prepared(Host.real(), event, **where)
    plan = make_plan(*asked.heard()[0])
    told, agents = explanation(plan), across_hooks(plan) if every else {}
    if form == "json":
        views = {"agents": {hook: [it.to_json() for it in seen] for hook, seen in agents.items()}} if every else {}
        print_output("explain", {**told, **views})
    else:
        print_project(where["project"], asked.request.project_dir)
        say(plain_explanation(told, color=takes_styles(), agents=agents), end="")


def _explain_each(event: str, *, form: str, every: bool, **where: Any) -> None:  # noqa: ANN401
    from hookwright.cli.planning import prepared
    from hookwright.engine.explain import explanation, of_dialects
    from hookwright.engine.plan import make_plan
    from hookwright.errors import UsageError
    from hookwright.host import Host
    from hookwright.reports.explanation import plain_explanation

    if every:
        raise UsageError("`--all` and `--all-dialects` do not go together", "use only one of them")
    asked = prepared(Host.real(), event, all_dialects=True, **where)
    parts = [explanation(make_plan(*it)) for it in asked.heard()]
    if form == "json":
        print_output("explain", of_dialects(asked.request.event, asked.request.dialect.id, parts))
    else:
        print_project(where["project"], asked.request.project_dir)
        say("\n".join(plain_explanation(it, color=takes_styles()) for it in parts), end="")
