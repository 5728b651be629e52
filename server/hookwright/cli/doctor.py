"""`hookwright doctor`: what hookwright needs, what of it is broken, and the command that repairs it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from hookwright.cli.finishing import finished
from hookwright.cli.options import PROJECT
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
)
from hookwright.cli.terminal import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hookwright.workflows.checks import Check

_COLUMNS = (Column("State"), Column("What", long=True), Column("Found", long=True), Column("Repair", long=True))


@click.command("doctor")
@PROJECT
@TABLE_FORMAT
def command(project: str | None, form: str) -> None:
    """Check everything that hookwright and your hooks need, and say what is broken and how to repair it.

    This covers the installation, the language server, shells and interpreters, the state folder, what you agreed to,
    hook files and the agents that read them, guards, hooks that would not start, and hook modules. No hook runs.
    Exit code 1: something is broken.
    """
    import asyncio

    from hookwright.config.current_project import current_project
    from hookwright.engine.telemetry import telemetry
    from hookwright.guards.recognition import known_guard
    from hookwright.host import Host
    from hookwright.lsp.start.probe import probe
    from hookwright.reports.hook_list import overview
    from hookwright.workflows.checks import State, doctor_json, doctor_page
    from hookwright.workflows.cost_report import costs_of
    from hookwright.workflows.doctor import examine
    from hookwright.workflows.guard_report import guards_of
    from hookwright.workflows.hook_modules.listing import modules_json
    from hookwright.workflows.other_files import other_files

    host = Host.real()
    folder = current_project(project, host.home)
    snapshots = overview(folder, host)
    modules = modules_json(folder, host.home)
    others = other_files(folder, {file.path for it in snapshots for file in it.files}, host)
    guards = finished(guards_of(snapshots, host, known_guard, plugins=others.plugins))
    costs = costs_of(snapshots, folder, host)
    server = asyncio.run(probe(host))
    if (collector := telemetry()) is not None:
        collector.tell_guards([it.to_json() for it in guards], folder)
    found = examine(host, folder, snapshots, server=server, modules=modules, guards=guards, costs=costs, others=others)
    match form:
        case "json":
            print_output("doctor", doctor_json(found, guards, costs))
        case "markdown":
            print_markdown(doctor_page(found))
        case _:
            print_project(project, folder)
            _print(found)
    if any(it.state is State.BROKEN for it in found):
        raise click.exceptions.Exit(1)


def _print(found: Sequence[Check]) -> None:
    from hookwright.workflows.checks import grouped, named

    for number, (area, groups) in enumerate(groupby(grouped(found), lambda it: it[0].area)):
        if number:
            say()
        print_heading(area)
        print_table(Table(_COLUMNS, [_row(it) for it in groups]))
    broken = [it for it in grouped(found) if it[0].state.value == "broken"]
    say()
    print_line(f"{sum(map(len, broken))} broken:" if broken else "Nothing is broken.")
    # In a terminal, the table has no room for all of it, and a command has to be whole to be copied.
    for group in broken:
        say()
        print_line(": ".join(named(group)))
        for it in group if len(group) > 1 else ():
            print_line(f"- {it.item}")
        if group[0].repair:
            print_line(f"Repair: {group[0].repair}")


def _row(group: Sequence[Check]) -> tuple[str, str, str, str]:
    """The cells of one thing, or of several hooks of which the same is said."""
    first = group[0]
    if len(group) == 1:
        return first.state.value, first.what, first.told, first.repair or ""
    hooks = f"{len(group)} hooks: {'; '.join(it.item for it in group)}"
    return first.state.value, hooks, first.says, first.repair or ""
