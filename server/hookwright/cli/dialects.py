"""`hookwright dialects`: what is supported, and where its files live."""

from __future__ import annotations

import posixpath
from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT
from hookwright.cli.terminal import print_json, say, styled
from hookwright.model.dialect import Dialect, Location
from hookwright.model.hook import Scope
from hookwright.visible import BOLD


@click.command("dialects", short_help="List the dialects.")
@JSON_OR_TEXT
def command(form: str) -> None:
    """List the dialects with the files they read and their events."""
    from hookwright.dialects import DIALECTS

    if form == "json":
        print_json([_as_json(it) for it in DIALECTS])
        return
    for dialect in DIALECTS:
        say(f"{styled(dialect.id, BOLD)}  {dialect.doc}")
        say(f"  files   {', '.join(_places(dialect))}")
        say(f"  events  {', '.join(row.name for row in dialect.events)}")


def _as_json(dialect: Dialect) -> dict[str, Any]:
    return {
        "id": dialect.id,
        "title": dialect.title,
        "files": [
            {"scope": it.scope.value, "path": path} for it in dialect.locations for path in _paths_of(dialect, it)
        ],
        "events": [{"name": row.name, "summary": row.summary, "canBlock": row.can_block} for row in dialect.events],
    }


def _places(dialect: Dialect) -> list[str]:
    return [path for it in dialect.locations for path in _paths_of(dialect, it)]


def _paths_of(dialect: Dialect, location: Location) -> list[str]:
    """Where the files are, with `~` for the user's home and `*` for every plugin's folder.

    Of plugins that the dialect does not look for, only the place in their folder is known.
    """
    if location.scope is not Scope.PLUGIN:
        return [_below(location.path, below_home=location.below_home)]
    folders = [_below(it.path, below_home=it.below_home) for it in dialect.plugin_folders] or ["<plugin>"]
    return [posixpath.normpath(f"{it}/{location.path}") for it in folders]


def _below(path: str, *, below_home: bool) -> str:
    return f"~/{path}" if below_home else path
