"""`hookwright seen`: what hooks really did, from what the agents themselves recorded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from hookwright.cli.options import PROJECT, dialect_named
from hookwright.cli.output_files import write_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from hookwright.sessions.summary import SeenJson


@click.command("seen")
@PROJECT
@click.option(
    "--since", metavar="TIME", help="Only records since this time: a date, or how long ago, such as 90m, 2h or 7d."
)
@click.option(
    "--agent", metavar="ID", callback=dialect_named, help="Only the records of this agent, by the id of its dialect."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="The output format; `html` is a page with plots that loads nothing.",
)
@click.option("--output", metavar="FILE", help="Write to this file. Only you can read a new file.")
def command(project: str | None, since: str | None, agent: str | None, form: str, output: str | None) -> None:
    """Show what the hooks of a project did in the past weeks: runs, refusals, failures and times, worst first.

    It reads the session files of Claude Code, Codex, Gemini CLI and Copilot CLI. You need not install or switch on
    anything beforehand. It shows only what hooks themselves printed, without secrets, keeps nothing of a conversation,
    and sends nothing anywhere.
    """
    import time

    from hookwright.cli.outputs import print_output
    from hookwright.cli.tables import short_path
    from hookwright.config.current_project import current_project
    from hookwright.engine.journal.history import since as moment
    from hookwright.host import Host
    from hookwright.reports.seen_data import seen_data

    host = Host.real()
    folder = current_project(project, host.home)
    begin = moment(since, time.time()) if since else None
    data = seen_data(folder, host, agent=agent, since=begin)
    if form == "json" and output is None:
        print_output("seen", data)
        return
    text = _text(data, form, lambda path: short_path(path, folder, host.home))
    if output is not None:
        write_file(output, text, private=True)
    else:
        _print(text, form)


def _text(data: SeenJson, form: str, short: Callable[[str], str]) -> str:
    from hookwright.cli.outputs import enveloped
    from hookwright.reports.seen_page import seen_page
    from hookwright.reports.seen_text import seen_lines
    from hookwright.visible import visible_json, visible_line

    match form:
        case "html":
            return seen_page(data, short)
        case "json":
            return visible_json(json.dumps(enveloped("seen", data), ensure_ascii=False, indent=2)) + "\n"
        case _:
            return "".join(f"{visible_line(it)}\n" for it in seen_lines(data, short))


def _print(text: str, form: str) -> None:
    from hookwright.cli.terminal import print_exactly, say, styled
    from hookwright.visible import BOLD

    if form == "html":
        print_exactly(text.encode())
        return
    for line in text.splitlines():
        say(styled(line, BOLD) if line[:1].strip() else line)
