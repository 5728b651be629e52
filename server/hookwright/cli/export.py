"""`hookwright export`: decisions and the state of guards as JSON lines, for a collector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from hookwright.cli.finishing import finished
from hookwright.cli.options import PROJECT
from hookwright.cli.terminal import print_json_line

if TYPE_CHECKING:
    from hookwright.host import Host


@click.command("export")
@PROJECT
@click.option(
    "--since", metavar="TIME", help="Only dispatches since this time: a date, or how long ago, such as 90m, 2h or 7d."
)
@click.option(
    "--cursor",
    metavar="FILE",
    help="Start after the last dispatch that an export with this FILE printed, and store the new position there.",
)
@click.option("--guards/--no-guards", default=True, show_default=True, help="Add the state of the project's guards.")
def command(project: str | None, since: str | None, cursor: str | None, *, guards: bool) -> None:
    """Print what hooks decided, and whether guards guard, as JSON lines for a collector.

    Each line is one object: a dispatch from the journal (of all projects, unless you name one), or a guard of the
    project. It contains no payloads, nothing that hooks print, and no secrets. docs/teams.md describes the members.
    """
    import time

    from hookwright.config.current_project import current_project
    from hookwright.engine.journal.history import recorded_after
    from hookwright.engine.journal.history import since as moment
    from hookwright.engine.journal.place import journal_path
    from hookwright.engine.journal.position import Position
    from hookwright.host import Host
    from hookwright.reports.exported import dispatch_record

    host = Host.real()
    begin = moment(since, time.time()) if since else None
    position = Position(cursor)
    for number, dispatch in recorded_after(journal_path(host), position.number, since=begin, project=project):
        print_json_line(dispatch_record(dispatch))
        position.number = number
    for it in _guards(current_project(project, host.home), host) if guards else ():
        print_json_line(it)
    position.keep()


def _guards(folder: str, host: Host) -> Iterator[Mapping[str, Any]]:
    from datetime import UTC, datetime

    from hookwright.guards.recognition import known_guard
    from hookwright.model.outcome import timestamp
    from hookwright.reports.exported import guard_records
    from hookwright.reports.hook_list import overview
    from hookwright.workflows.guard_report import guards_of

    found = finished(guards_of(overview(folder, host), host, known_guard))
    return guard_records(found, timestamp(datetime.now(UTC)), folder)
