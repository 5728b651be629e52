"""`hookwright seen`: what hooks really did, from what the agents themselves recorded."""

from __future__ import annotations

import click

from hookwright.cli.options import PROJECT


@click.command("seen")
@PROJECT
@click.option(
    "--since", metavar="TIME", help="Only records since this time: a date, or how long ago, such as 90m, 2h or 7d."
)
@click.option("--agent", metavar="ID", help="Only the records of this agent, by the id of its dialect.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The output format.",
)
def command(project: str | None, since: str | None, agent: str | None, form: str) -> None:
    """Show what the hooks of a project did, weeks back: runs, refusals, failures and times, worst first.

    It reads the session files of Claude Code, Codex, Gemini CLI and Copilot CLI, and nothing has to be installed
    beforehand. Only what hooks themselves printed is shown, without secrets; nothing of a conversation is kept, and
    nothing is sent anywhere.
    """
    import time

    from hookwright.cli.tables import cell, print_heading, short_path
    from hookwright.cli.terminal import print_json, say
    from hookwright.config.current_project import current_project
    from hookwright.engine.journal.history import since as moment
    from hookwright.host import Host
    from hookwright.reports.seen_data import seen_data
    from hookwright.reports.seen_text import seen_lines

    host = Host.real()
    folder = current_project(project, host.home)
    begin = moment(since, time.time()) if since else None
    data = seen_data(folder, host, agent=agent, since=begin)
    if form == "json":
        print_json(data)
        return
    for line in seen_lines(data, lambda path: short_path(path, folder, host.home)):
        indent = line[: len(line) - len(line.lstrip())]
        if line and not indent:
            print_heading(line)
        else:
            say(indent + cell(line))
