"""`hookwright dialects`: what is supported, and where its files live."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, print_json
from hookwright.model.dialect import Dialect


@click.command("dialects")
@JSON_OR_TEXT
def command(form: str) -> None:
    """List the dialects with their files and events."""
    from hookwright.dialects import DIALECTS

    if form == "json":
        print_json([_as_json(it) for it in DIALECTS])
        return
    for dialect in DIALECTS:
        click.echo(f"{click.style(dialect.id, bold=True)}  {dialect.doc}")
        click.echo(f"  files   {', '.join(_place(it.below_home, it.path) for it in dialect.locations)}")
        click.echo(f"  events  {', '.join(row.name for row in dialect.events)}")


def _as_json(dialect: Dialect) -> dict[str, Any]:
    return {
        "id": dialect.id,
        "title": dialect.title,
        "files": [{"scope": it.scope.value, "path": _place(it.below_home, it.path)} for it in dialect.locations],
        "events": [{"name": row.name, "summary": row.summary, "canBlock": row.can_block} for row in dialect.events],
    }


def _place(below_home: bool, path: str) -> str:
    return f"~/{path}" if below_home else path
