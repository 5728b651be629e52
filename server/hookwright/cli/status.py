"""`hookwright status`: what is configured for a project, and how its hooks have fared."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.list import print_modules, print_problems
from hookwright.cli.options import ONE_DIALECT, PROJECT
from hookwright.cli.outputs import print_output
from hookwright.cli.tables import (
    TABLE_FORMAT,
    Column,
    Table,
    print_heading,
    print_line,
    print_markdown,
    print_table,
    short_path,
)
from hookwright.cli.terminal import say

_EVENTS = (Column("Event"), Column("Hooks", right=True))
_FILES = (Column("File", long=True), Column("Scope"), Column("Hooks", right=True), Column("State"))
_RUNS = (
    Column("Hook", long=True),
    *(Column(it, right=True) for it in ("Runs", "Failed", "Blocked", "Mean", "95 % within")),
)


@click.command("status")
@PROJECT
@ONE_DIALECT
@TABLE_FORMAT
def command(project: str | None, dialect: str | None, form: str) -> None:
    """Show whether the hooks of a project are enabled, how many there are, and how their runs went."""
    from hookwright.config.current_project import current_project
    from hookwright.host import Host
    from hookwright.reports.hook_list import overview
    from hookwright.reports.status import status_data, status_page
    from hookwright.workflows.hook_modules.listing import modules_json

    host = Host.real()
    folder = current_project(project, host.home)
    snapshots = overview(folder, host, dialect=dialect)
    data = status_data(folder, snapshots, host, modules_json(folder, host.home))
    match form:
        case "json":
            print_output("status", data)
        case "markdown":
            print_markdown(status_page(data))
        case _:
            _print(data, host.home)


def _print(data: dict[str, Any], home: str) -> None:
    from hookwright.reports.status import counted, state_of, state_of_dialect

    print_heading(f"Hooks: {state_of(data)}")
    print_line(f"{counted(data)} for {data['projectDir']}")
    for dialect in data["dialects"]:
        say()
        print_heading(f"{dialect['title']}: {state_of_dialect(dialect)}")
        print_problems(dialect)
        _print_dialect(dialect, data["projectDir"], home)
    print_modules(data["modules"], data["projectDir"], home)
    say()
    print_heading("Runs")
    _print_runs(data["runs"])
    if not data["journal"]["enabled"]:
        say("The journal is switched off, so nothing is recorded.")


def _print_dialect(dialect: dict[str, Any], project: str, home: str) -> None:
    files = [
        (short_path(it["path"], project, home), it["scope"], str(it["hooks"]), "broken" if it["broken"] else "")
        for it in dialect["files"]
    ]
    events = [(name, str(count)) for name, count in dialect["perEvent"].items()]
    for columns, rows in ((_FILES, files), (_EVENTS, events)):
        if rows:
            print_table(Table(columns, rows))


def _print_runs(runs: dict[str, Any]) -> None:
    from hookwright.reports.status import milliseconds_words, runs_sentence

    print_line(runs["problem"] or runs_sentence(runs))
    rows = [
        (
            it["hook"]["name"] or it["hook"]["command"],
            *(str(it[name]) for name in ("runs", "failures", "blocked")),
            milliseconds_words(it["meanMs"]),
            milliseconds_words(it["p95Ms"]),
        )
        for it in runs["perHook"]
    ]
    if rows:
        print_table(Table(_RUNS, rows))
