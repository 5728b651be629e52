"""`hookwright status`: what is configured for a project, and how its hooks have fared."""

from __future__ import annotations

import click

from hookwright.cli.options import JSON_OR_MARKDOWN, PROJECT, print_json, project_folder


@click.command("status")
@PROJECT
@click.option("--dialect", metavar="ID", help="Only this dialect; without it, every one that has files.")
@JSON_OR_MARKDOWN
def command(project: str, dialect: str | None, form: str) -> None:
    """Say whether hooks are enabled, how many there are on which events, and how their runs went."""
    from hookwright.engine.host import Host
    from hookwright.ide.overview import overview
    from hookwright.ide.status_report import status_data, status_page

    host, folder = Host.real(), project_folder(project)
    snapshots = overview(folder, host.home, dialect=dialect, environ=host.environ)
    data = status_data(folder, snapshots, host.environ, host.home)
    if form == "json":
        print_json(data)
    else:
        click.echo(status_page(data), nl=False)
