"""`hookwright history`: what was dispatched lately, and what came of it."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, print_json

_TINTS = {"succeeded": "green", "blocked": "red", "skipped": "cyan", "running": "blue"}


@click.command("history")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="So many at most.")
@click.option("--event", metavar="EVENT", help="Only dispatches of this event.")
@click.option("--hook", metavar="ID", help="Only dispatches that ran this hook, named by its id or its name.")
@JSON_OR_TEXT
def command(limit: int, event: str | None, hook: str | None, form: str) -> None:
    """Show the recorded dispatches and test-fires of all projects, newest first."""
    from hookwright.engine.host import Host
    from hookwright.engine.journal.history import history
    from hookwright.engine.journal.place import journal_path

    host = Host.real()
    found = history(journal_path(host.environ, host.home), limit=limit, event=event, hook=hook)
    if form == "json":
        print_json(found)
        return
    for dispatch in found:
        _print(dispatch)
    if not found:
        click.echo("nothing is recorded" + (" that fits" if event or hook else ""))


def _print(dispatch: dict[str, Any]) -> None:
    verdict = dispatch["decision"] or ("blocked" if dispatch["blocked"] else "")
    marks = [it for it in ("cancelled", "duplicate") if dispatch[it]] + ["test-fire"] * (dispatch["origin"] == "fire")
    words = [
        dispatch["at"].replace("T", " "),
        click.style(dispatch["event"], bold=True),
        *([verdict] if verdict else []),
        f"{dispatch['durationMs']:.0f} ms",
        *marks,
        click.style(f"{dispatch['dialect']}, {dispatch['project']}", dim=True),
    ]
    click.echo("  ".join(words))
    for run in dispatch["runs"]:
        _print_run(run)


def _print_run(run: dict[str, Any]) -> None:
    status = click.style(run["status"], fg=_TINTS.get(run["status"], "yellow"))
    ended = "" if run["exitCode"] is None else f"exit {run['exitCode']}, "
    title = run["hook"]["name"] or _first_line(run["hook"]["command"])
    number = click.style(f"#{run['number']}", dim=True)
    click.echo(f"  {number} {status}  {title}  ({ended}{run['durationMs']:.0f} ms)")
    if why := run["skippedBecause"] or run["problem"] or _first_line(run["stderr"]):
        click.echo(f"    {why}")


def _first_line(text: str) -> str:
    from hookwright.ide.verdict import shown

    return shown(text.strip().split("\n", 1)[0])[0]
