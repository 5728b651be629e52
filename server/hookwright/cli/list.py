"""`hookwright list`: every hook that is configured for a project."""

from __future__ import annotations

import click

from hookwright.cli.options import JSON_OR_MARKDOWN, PROJECT, print_json, project_folder


@click.command("list")
@PROJECT
@click.option("--dialect", metavar="ID", help="Only this dialect; without it, every one that has files.")
@JSON_OR_MARKDOWN
def command(project: str, dialect: str | None, form: str) -> None:
    """List the configured hooks with their source, matcher, command and time-out."""
    from hookwright.engine.host import Host
    from hookwright.ide.list_report import list_data, list_page
    from hookwright.ide.overview import overview

    host, folder = Host.real(), project_folder(project)
    data = list_data(folder, overview(folder, host.home, dialect=dialect, environ=host.environ))
    if form == "json":
        print_json(data)
    else:
        click.echo(list_page(data), nl=False)
