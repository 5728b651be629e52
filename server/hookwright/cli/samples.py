"""`hookwright samples`: the payloads that a test-fire can start from."""

from __future__ import annotations

import click

from hookwright.cli.completing import events
from hookwright.cli.options import DIALECT, PROJECT
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say
from hookwright.visible import visible_line


@click.command("samples")
@click.argument("event", shell_complete=events)
@DIALECT
@PROJECT
def command(event: str, dialect: str | None, project: str | None) -> None:
    """Print the sample payloads of EVENT as JSON.

    Fire one with `--sample NAME`, or edit one and pass it to `--payload`. Payloads that `hookwright record` recorded
    come first. Samples of the project, in .hookwright/samples/DIALECT/EVENT/NAME.json, come last.
    """
    from hookwright.config.current_project import current_project
    from hookwright.dialects import by_id
    from hookwright.errors import UnknownEvent
    from hookwright.host import Host
    from hookwright.readers.search import dialect_in_use
    from hookwright.samples.recorded import listed_samples

    host = Host.real()
    folder = current_project(project, host.home)
    table = by_id(dialect) if dialect else dialect_in_use(folder, host)
    found = listed_samples(table, event, project_dir=folder, host=host)
    if not found.samples:
        raise UnknownEvent(event, table.id, [row.name for row in table.events])
    for problem in found.problems:
        say(f"hookwright: {visible_line(problem)}", err=True)
    print_output("samples", {"samples": [it.to_json() for it in found.samples]})
