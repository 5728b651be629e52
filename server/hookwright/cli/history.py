"""`hookwright history`: what was dispatched lately, and the result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import click

from hookwright.cli.outputs import print_output
from hookwright.cli.tables import (
    TABLE_FORMAT,
    Column,
    Table,
    cell,
    markdown_table,
    print_heading,
    print_line,
    print_markdown,
    print_table,
)
from hookwright.cli.terminal import say, styled
from hookwright.errors import UsageError
from hookwright.visible import DIM

Dispatch = dict[str, Any]

_COLUMNS = (
    Column("Run", right=True, key=True),
    Column("When", extra=True),
    Column("Event"),
    Column("Decision"),
    Column("Hook", long=True),
    Column("Status", extra=True),
    Column("Time", right=True, extra=True),
    Column("Why", long=True),
    Column("Exit", right=True, extra=True),
    Column("By", extra=True),
    Column("Agent", extra=True),
    Column("Project", long=True, extra=True),
)
_DETAILS = {
    "dispatchId": "Dispatch",
    "sessionId": "Session",
    "reason": "Reason",
    "stopReason": "Why the agent was stopped",
    "additionalContext": "Context for the agent",
}
_OBJECTS = {"payload": "Payload", "updatedInput": "Tool input after the hooks"}


@click.command("history")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="The maximum number of dispatches to show.",
)
@click.option("--event", metavar="EVENT", help="Only dispatches of this event.")
@click.option("--hook", metavar="ID", help="Only dispatches that ran this hook, by its id or its name.")
@click.option("--project", metavar="DIR", help="Only dispatches of this project.")
@click.option(
    "--decision", type=click.Choice(["allow", "deny", "ask", "none"]), help="Only dispatches with this decision."
)
@click.option(
    "--since", metavar="TIME", help="Only dispatches since this time: a date, or how long ago, such as 90m, 2h or 7d."
)
@click.option(
    "--dispatch",
    "named",
    metavar="RUN",
    help="Show everything about one dispatch: its id, the start of its id, or the number of a run.",
)
@TABLE_FORMAT
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

    from hookwright.engine.journal.history import history, recorded_run
    from hookwright.engine.journal.history import since as moment
    from hookwright.engine.journal.place import journal_path
    from hookwright.host import Host

    host = Host.real()
    path = journal_path(host)
    filters = {"event": event, "hook": hook, "project": project, "decision": decision}
    if named is not None:
        if any(filters.values()) or since:
            raise UsageError("`--dispatch` cannot be combined with filters", "leave out the other options")
        found = [recorded_run(path, named)]
    else:
        begin = moment(since, time.time()) if since else None
        found = history(path, limit=limit, since=begin, **filters)
    if form == "json":
        print_output("history", {"dispatches": found})
    elif not found:
        say("nothing is recorded" + (" that matches" if any(filters.values()) or since else ""))
    elif named is not None:
        _print_whole(found[0], form)
    else:
        _print(found, form)


def _print(found: Sequence[Dispatch], form: str) -> None:
    """One row a run, under the dispatch that it belongs to; what is the same for all is said once, above."""
    agents, projects = ({it[key] for it in found} for key in ("dialect", "project"))
    rows = [row for it in found for row in _rows(it, of_many=(len(agents) > 1, len(projects) > 1))]
    table = Table(_COLUMNS, rows)
    if form == "markdown":
        print_markdown(markdown_table(table))
        return
    same = [
        *([f"of {found[0]['project']}"] if len(projects) == 1 else []),
        *map(_title, agents if len(agents) == 1 else ()),
    ]
    if same:
        print_heading(", ".join(same))
    print_table(table)


def _rows(dispatch: Dispatch, *, of_many: tuple[bool, bool]) -> Iterator[list[str]]:
    agent, project = (_title(dispatch["dialect"]), dispatch["project"])
    where = [it if wanted else "" for it, wanted in zip((agent, project), of_many, strict=True)]
    by = "you" if dispatch["origin"] == "fire" else "agent"
    head = [_local_time(dispatch["at"]), dispatch["event"], _verdict(dispatch)]
    if not dispatch["runs"]:
        yield ["", *head, "no hook ran", "", _took(dispatch), "", "", by, *where]
    for number, run in enumerate(dispatch["runs"]):
        begin, end = (head, [by, *where]) if number == 0 else ([""] * len(head), [""] * 3)
        code = "" if run["exitCode"] is None else str(run["exitCode"])
        yield [f"#{run['number']}", *begin, _hook(run), run["status"], _took(run), _why(run), code, *end]


def _print_whole(dispatch: Dispatch, form: str) -> None:
    """All of one: what a row has no room for, and everything that its hooks printed."""
    if form == "markdown":
        from hookwright.reports.history_page import history_page

        print_markdown(history_page(dispatch))
        return
    print_heading(f"{dispatch['event']}  {_verdict(dispatch) or 'no decision'}")
    told = [("When", dispatch["at"]), ("Took", _took(dispatch)), ("Agent", _title(dispatch["dialect"]))]
    told.append(("Fired by", "you" if dispatch["origin"] == "fire" else "agent"))
    told += [
        ("Project", dispatch["project"]),
        *((title, dispatch[it]) for it, title in _DETAILS.items() if dispatch[it]),
    ]
    for title, text in told:
        _print_member(title, text)
    for name, title in _OBJECTS.items():
        if dispatch[name] is not None:
            _print_member(title, json.dumps(dispatch[name], ensure_ascii=False, indent=2))
    for run in dispatch["runs"]:
        say()
        print_heading(f"#{run['number']} {_hook(run)}")
        print_line(", ".join(it for it in (_status(run), _took(run), _why(run) if not run["stderr"] else "") if it))
        for name in ("stdout", "stderr"):
            if run[name].strip():
                _print_member(name, run[name])


def _print_member(title: str, text: str) -> None:
    label = styled(f"  {title}", DIM)
    lines = [_clean(it) for it in text.rstrip("\n").split("\n")]
    if len(lines) == 1:
        say(f"{label}  {lines[0]}")
        return
    say(label)
    for it in lines:
        say(f"    │ {it}")


def _clean(line: str) -> str:
    from hookwright.wording.display import shown

    return shown(line)[0]


def _verdict(dispatch: Dispatch) -> str:
    said = dispatch["decision"] or ("blocked" if dispatch["blocked"] else "")
    return ", ".join([*([said] if said else []), *(it for it in ("cancelled", "duplicate") if dispatch[it])])


def _hook(run: dict[str, Any]) -> str:
    return cell(run["hook"]["name"] or run["hook"]["command"].strip().split("\n", 1)[0] or run["hook"]["type"])


def _status(run: dict[str, Any]) -> str:
    return str(run["status"]) + ("" if run["exitCode"] is None else f", exit {run['exitCode']}")


def _took(of: dict[str, Any]) -> str:
    from hookwright.wording.phrases import seconds_words

    return seconds_words(of["durationMs"] / 1000)


def _why(run: dict[str, Any]) -> str:
    return str(run["skippedBecause"] or run["problem"] or run["stderr"].strip().split("\n", 1)[0])


def _title(dialect: str) -> str:
    from hookwright.dialects.outlines import title_of

    return title_of(dialect)


def _local_time(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
