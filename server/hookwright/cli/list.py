"""`hookwright list`: every hook that is configured for a project."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import ADDED, ONE_DIALECT, PROJECT
from hookwright.cli.outputs import print_output
from hookwright.cli.tables import (
    TABLE_FORMAT,
    Column,
    Table,
    print_heading,
    print_line,
    print_markdown,
    print_project,
    print_table,
    short_path,
)
from hookwright.cli.terminal import say

_COLUMNS = (
    Column("Event"),
    Column("Matcher", long=True),
    Column("Command", long=True),
    Column("Name", long=True),
    Column("Type"),
    Column("Time-out", right=True, extra=True),
    Column("Scope", extra=True),
    Column("File", long=True, extra=True),
    Column("Not run because", long=True),
)
_MODULES = (
    Column("Module", long=True),
    Column("Events", long=True),
    Column("Commands", long=True),
    Column("Cannot be loaded because", long=True),
)


@click.command("list")
@PROJECT
@ONE_DIALECT
@ADDED[0]
@ADDED[1]
@TABLE_FORMAT
def command(
    project: str | None, dialect: str | None, settings: tuple[str, ...], plugin_dir: tuple[str, ...], form: str
) -> None:
    """List the hooks of a project: event, matcher, command, time-out, and the file each one is in."""
    from hookwright.cli.planning import named_files
    from hookwright.config.current_project import current_project
    from hookwright.host import Host
    from hookwright.reports.hook_list import list_data, list_page, overview
    from hookwright.workflows.hook_modules.listing import modules_json

    host = Host.real()
    folder = current_project(project, host.home)
    snapshots = overview(folder, host, dialect=dialect, named=named_files((), plugin_dir, settings))
    data = list_data(folder, snapshots, modules_json(folder, host.home))
    match form:
        case "json":
            print_output("list", data)
        case "markdown":
            print_markdown(list_page(data))
        case _:
            print_project(project, folder)
            _print(data, host.home)


def _print(data: dict[str, Any], home: str) -> None:
    from hookwright.reports.hook_list import is_broken, recording

    for number, dialect in enumerate(data["dialects"]):
        if number:
            say()
        print_heading(dialect["title"])
        print_problems(dialect)
        if dialect["hooks"]:
            rows = [_row(it, data["projectDir"], home) for it in dialect["hooks"]]
            print_table(Table(_COLUMNS, rows))
        elif not is_broken(dialect):
            say("no hooks")
        for sentence in recording(dialect):
            print_line(sentence)
    print_modules(data["modules"], data["projectDir"], home)
    if not data["dialects"] and not data["modules"]:
        say("no hooks are configured; `hookwright init` creates one")


def print_problems(dialect: dict[str, Any]) -> None:
    """What keeps hooks of the dialect from running."""
    for sentence in (dialect["disabledBecause"], *dialect["problems"]):
        if sentence is not None:
            print_heading(f"! {sentence}")


def print_modules(modules: list[dict[str, Any]], project: str, home: str) -> None:
    """The hook modules, and what they register."""
    if not modules:
        return
    say()
    print_heading("Hook modules")
    rows = [
        (
            short_path(it["path"], project, home),
            ", ".join(it["events"]),
            ", ".join(f"/{name}" for name in it["commands"]),
            it["problem"] or "",
        )
        for it in modules
    ]
    print_table(Table(_MODULES, rows))


def _row(hook: dict[str, Any], project: str, home: str) -> list[str]:
    from hookwright.wording.phrases import matcher_text, seconds_words

    return [
        hook["event"],
        matcher_text(hook["matcher"]),
        hook["command"],
        hook["name"] or "",
        "" if hook["type"] == "command" else hook["type"],
        seconds_words(hook["timeout"]),
        hook["scope"],
        short_path(hook["source"], project, home),
        hook["skippedBecause"] or "",
    ]
