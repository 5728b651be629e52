"""`hookwright record`: records what an agent gives to its hooks, for samples that are real."""

from __future__ import annotations

import click

from hookwright.cli.options import JSON_OR_TEXT, PROJECT, dialect_named
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say
from hookwright.visible import visible_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.host import Host
    from hookwright.recording.status import RecordingStatusJson

_MIB = 1 << 20
_AGENT = click.option(
    "--agent",
    "--dialect",
    metavar="ID",
    callback=dialect_named,
    help="The agent. By default, the first that has hook files in the project.",
)
_SCOPE = click.option(
    "--scope",
    type=click.Choice(["local", "user"]),
    help="The file of this project on this machine, or the one for all of your projects. By default, the first that "
    "the agent has.",
)


@click.group("record")
def command() -> None:
    """Record what an agent sends to its hooks, so that you can fire hooks with it later.

    The agent runs a recording hook for each event. The hook decides nothing, and passes the payload to a background
    process, which stores it in the journal without secrets. Nothing is sent anywhere.
    """


@command.command("on", short_help="Start recording.")
@_AGENT
@_SCOPE
@PROJECT
@click.option("--events", metavar="NAMES", help="Only these events, separated by commas. By default, all.")
@click.option("--days", type=click.FloatRange(min=0), help="How many days payloads are kept. At first, 14.")
@click.option("--count", type=click.IntRange(min=1), help="The maximum number of payloads. At first, 1000.")
@click.option("--size", type=click.IntRange(1, 32), help="The maximum size of all payloads in MiB. At first, 16.")
def switch_on(
    *,
    agent: str | None,
    scope: str | None,
    project: str | None,
    events: str | None,
    days: float | None,
    count: int | None,
    size: int | None,
) -> None:
    """Add a recording hook for each event to the agent's file.

    This is the file that the agent reads on this machine only. The rest of the file stays as it is.
    """
    import time

    from hookwright.engine.journal.payloads import PayloadLimits, payload_limits, set_payload_limits
    from hookwright.engine.journal.place import journal_path
    from hookwright.recording.control import Asked, start_recording
    from hookwright.recording.status import ignore_advice

    host, folder = _where(project)
    if not (days is None and count is None and size is None):
        path = journal_path(host)
        now = payload_limits(path)
        most = now.size if size is None else size * _MIB
        limits = PayloadLimits(now.days if days is None else days, now.count if count is None else count, most)
        set_payload_limits(path, limits, time.time())
    names = [it.strip() for it in (events or "").split(",") if it.strip()]
    started = start_recording(Asked(folder, agent or "", scope or ""), host, names)
    done, rows, title = started.done, started.rows, started.place.dialect.title
    on = f"{len(rows)} events" if len(rows) > 1 else f"`{rows[0].name}`"
    what = f"{title} now records {on}" if done.changed else f"{title} records {on} already"
    _say(f"{what}: {'changed' if done.changed else 'see'} {done.path}")
    if done.exposed:
        _say(ignore_advice(done.path, folder))
    if started.approval:
        _say(f"{title} runs these hooks only once you approve them there, with `{started.approval}`")
    _say("hookwright records new sessions. `hookwright record off` stops that.")


@command.command("off", short_help="Stop recording.")
@_AGENT
@_SCOPE
@PROJECT
def switch_off(agent: str | None, scope: str | None, project: str | None) -> None:
    """Remove the recording hooks from the agent's files. Recorded payloads stay; `clear` deletes them."""
    from hookwright.recording.control import Asked, stop_recording

    host, folder = _where(project)
    stopped = list(stop_recording(Asked(folder, agent or "", scope or ""), host))
    for place, done in stopped:
        _say(f"{place.dialect.title} no longer records: {'removed' if done.removed else 'changed'} {done.path}")
    if not stopped:
        say("nothing is recorded")


@command.command("status", short_help="Show what is recorded.")
@_AGENT
@PROJECT
@JSON_OR_TEXT
def status(agent: str | None, project: str | None, form: str) -> None:
    """Show which events are recorded and in which file, how many payloads there are, and how to delete them."""
    from hookwright.dialects import by_id
    from hookwright.recording.status import recording_status

    host, folder = _where(project)
    found = recording_status(folder, host, by_id(agent) if agent else None)
    if form == "json":
        print_output("record status", found)
    else:
        _print(found)


@command.command("clear", short_help="Delete everything that was recorded.")
def clear() -> None:
    """Delete every recorded payload, of all agents and projects."""
    from hookwright.engine.journal.payloads import clear_payloads
    from hookwright.engine.journal.place import journal_path
    from hookwright.host import Host

    count = clear_payloads(journal_path(Host.real()))
    say(f"deleted {count} payload{'' if count == 1 else 's'}")


def _print(found: RecordingStatusJson) -> None:
    import time
    from datetime import datetime

    from hookwright.recording.status import ignore_advice
    from hookwright.wording.ago import ago_words, bytes_words

    for it in found["files"]:
        _say(f"{it['title']}: {', '.join(it['events'])}")
        _say(f"    in {it['path']} ({it['scope']})")
        if it["problem"]:
            _say(f"    nothing is recorded: {it['problem']}")
        if it["exposed"]:
            _say(f"    {ignore_advice(it['path'], found['projectDir'])}")
    if not found["files"]:
        say("Nothing is recorded at present; `hookwright record on` starts it.")
    payloads, limits = found["payloads"], found["limits"]
    if payloads["oldest"] is None:
        say("There are no recorded payloads.")
    else:
        oldest = time.time() - datetime.fromisoformat(payloads["oldest"]).timestamp()
        counted = "1 payload is" if payloads["count"] == 1 else f"{payloads['count']} payloads are"
        say(f"{counted} recorded, {bytes_words(payloads['size'])} in all; the oldest is from {ago_words(oldest)}.")
        for row in payloads["events"]:
            _say(f"    {row['count']:5}  {row['agent']}  {row['event']}")
    if limits["count"]:
        size = bytes_words(limits["size"])
        _say(
            f"hookwright keeps the newest {limits['count']}, at most {limits['days']:g} days and {size}, "
            f"in {found['journal']}."
        )
    if payloads["count"]:
        say("`hookwright record clear` deletes them.")
    if found["problem"]:
        _say(found["problem"])


def _where(project: str | None) -> tuple[Host, str]:
    from hookwright.config.current_project import current_project
    from hookwright.host import Host

    host = Host.real()
    return host, current_project(project, host.home)


def _say(text: str) -> None:
    say(visible_line(text))
