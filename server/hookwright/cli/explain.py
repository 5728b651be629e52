"""`hookwright explain`: which hooks an event would fire, which not, and why; nothing is run."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, event_options
from hookwright.cli.terminal import print_json, say, takes_styles


@click.command("explain", short_help="Show which hooks an event would fire, and why.")
@event_options
@JSON_OR_TEXT
def command(event: str, *, form: str, **where: Any) -> None:  # noqa: ANN401  the shared options
    """Show which hooks EVENT would fire, which not, and why. Nothing runs."""
    from hookwright.cli.planning import plan_of
    from hookwright.engine.explain import explanation
    from hookwright.engine.host import Host
    from hookwright.workflows.reports.explanation import plain_explanation

    told = explanation(plan_of(Host.real(), event, **where))
    if form == "json":
        print_json(told)
    else:
        say(plain_explanation(told, color=takes_styles()), end="")
