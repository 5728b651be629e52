"""`hookwright explain`: which hooks an event would fire, which not, and why; nothing is run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, event_options, print_json


@click.command("explain")
@event_options
@JSON_OR_TEXT
def command(event: str, *, form: str, **where: Any) -> None:  # noqa: ANN401  the shared options
    """Say which hooks EVENT would fire and why, without running any."""
    from hookwright.cli.planning import plan_of
    from hookwright.engine.explain import explanation
    from hookwright.engine.host import Host

    told = explanation(plan_of(Host.real(), event, **where))
    if form == "json":
        print_json(told)
        return
    click.echo(f"{click.style(told['event'], bold=True)} ({told['dialect']})")
    _print(told["matched"], click.style("fires", fg="green"))
    _print(told["skipped"], click.style("does not fire", fg="yellow"))
    if not told["matched"] and not told["skipped"]:
        click.echo("  no hook is configured for it")


def _print(entries: Iterable[dict[str, Any]], word: str) -> None:
    for entry in entries:
        hook = entry["hook"]
        click.echo(f"  {word}  {hook['command']}")
        click.echo(click.style(f"    {hook['source']} {hook['pointer']}", dim=True))
        for reason in entry["because"]:
            click.echo(f"    {reason}")
