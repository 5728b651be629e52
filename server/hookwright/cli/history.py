"""`hookwright history`: what was dispatched lately, and what came of it."""

from __future__ import annotations

import json
from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, print_json
from hookwright.errors import UsageError

_TINTS = {"succeeded": "green", "blocked": "red", "skipped": "cyan", "running": "blue"}


@click.command("history")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="So many at most.")
@click.option("--event", metavar="EVENT", help="Only dispatches of this event.")
@click.option("--hook", metavar="ID", help="Only dispatches that ran this hook, named by its id or its name.")
@click.option("--project", metavar="DIR", help="Only dispatches of this project.")
@click.option("--decision", type=click.Choice(["allow", "deny", "ask", "none"]), help="Only with this decision.")
@click.option("--since", metavar="TIME", help="Only from then on: a date, or how long ago, such as 90m, 2h, 7d.")
@click.option(
    "--dispatch", "named", metavar="RUN", help="One dispatch, whole: its id, its beginning, or a run's number."
)
@JSON_OR_TEXT
def command(
    limit: int,
    event: str | None,
    hook: str | None,
    project: str | None,
    decision: str | None,
    since: str | None,
    named: str | None,
    form: str,
) -> None:
    """Show the recorded dispatches and test-fires of all projects, newest first."""
    import time

    from hookwright.engine.host import Host
    from hookwright.engine.journal.history import history, recorded_run
    from hookwright.engine.journal.place import journal_path
    from hookwright.engine.journal.since import since as moment

    host = Host.real()
    path = journal_path(host.environ, host.home)
    filters = {"event": event, "hook": hook, "project": project, "decision": decision}
    if named is not None:
        if any(filters.values()) or since:
            raise UsageError("`--dispatch` names one dispatch", "leave the other choices out")
        found = [recorded_run(path, named)]
    else:
        begin = moment(since, time.time()) if since else None
        found = history(path, limit=limit, since=begin, **filters)
    if form == "json":
        print_json(found)
        return
    for dispatch in found:
        _print(dispatch, whole=named is not None)
    if not found:
        click.echo("nothing is recorded" + (" that fits" if any(filters.values()) or since else ""))


def _print_whole(dispatch: dict[str, Any]) -> None:
    """What a line has no room for: the id, the payload, what the model was told, and all that was printed."""
    for name in ("dispatchId", "sessionId", "reason", "stopReason", "additionalContext"):
        if dispatch.get(name):
            click.echo(f"  {click.style(name, dim=True)}  {_clean(dispatch[name])}")
    for name in ("payload", "updatedInput"):
        if dispatch.get(name) is not None:
            text = json.dumps(dispatch[name], ensure_ascii=False, indent=2)
            click.echo(f"  {click.style(name, dim=True)}  {_clean(text)}")


def _clean(text: str) -> str:
    from hookwright.ide.verdict import shown

    return "\n".join(shown(it)[0] for it in text.rstrip("\n").split("\n"))


def _print(dispatch: dict[str, Any], *, whole: bool) -> None:
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
    if whole:
        _print_whole(dispatch)
    for run in dispatch["runs"]:
        _print_run(run)
        for name in ("stdout", "stderr") if whole else ():
            for line in run[name].splitlines():
                click.echo(f"    {click.style(name, dim=True)}  {_clean(line)}")


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
