"""`hookwright explain`: which hooks an event would fire, which not, and why; nothing is run."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, event_options
from hookwright.cli.terminal import print_json, say, takes_styles


@click.command("explain", short_help="Show which hooks an event would fire, and why.")
@event_options
@JSON_OR_TEXT
@click.option("--all", "every", is_flag=True, help="Also say what each other agent makes of these hooks.")
def command(event: str, *, form: str, every: bool, **where: Any) -> None:  # noqa: ANN401  the shared options
    """Show which hooks EVENT would fire, which not, and why. Nothing runs.

    With --all, each hook is followed by what the other agents would make of it as it is written: whether they have the
    event, whether the matcher fires by the names that tools have there, and what a denial is there.
    """
    from hookwright.cli.planning import plan_of
    from hookwright.engine.explain import explanation
    from hookwright.engine.host import Host
    from hookwright.workflows.across_agents import across_hooks
    from hookwright.workflows.reports.explanation import plain_explanation

    plan = plan_of(Host.real(), event, **where)
    told, agents = explanation(plan), across_hooks(plan) if every else {}
    if form == "json":
        views = {"agents": {hook: [it.to_json() for it in seen] for hook, seen in agents.items()}} if every else {}
        print_json({**told, **views})
    else:
        say(plain_explanation(told, color=takes_styles(), agents=agents), end="")
