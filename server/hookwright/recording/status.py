"""What is recorded at present, and what was: for `hookwright record status` and the view in editors."""

from __future__ import annotations

import os.path
import shlex
from collections.abc import Iterable, Iterator
from typing import TypedDict

from hookwright.dialects import DIALECTS
from hookwright.engine.journal.payloads import payload_limits, payload_numbers
from hookwright.engine.journal.place import is_switched_off, journal_path
from hookwright.engine.journal.records import moment
from hookwright.errors import UnreadableInput
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import timestamp
from hookwright.readers.search import dialect_in_use
from hookwright.recording.places import RecordingPlace, recording_places
from hookwright.recording.switch import is_exposed, recorded_now


class RecordingFileJson(TypedDict):
    """A file with hooks that record: `exposed`, where git does not ignore it; `problem`, why nothing is recorded."""

    agent: str
    title: str
    path: str
    scope: str
    events: list[str]
    exposed: bool
    problem: str | None


class EventCountJson(TypedDict):
    """How many payloads there are of an event."""

    agent: str
    event: str
    count: int


class RecordedPayloadsJson(TypedDict):
    """What was recorded; `size` in bytes, times in ISO 8601."""

    count: int
    size: int
    oldest: str | None
    newest: str | None
    events: list[EventCountJson]


class RecordingLimitsJson(TypedDict):
    """How much is kept."""

    days: float
    count: int
    size: int


class RecordableAgentJson(TypedDict):
    """An agent that can be recorded, and the file that its hooks would go into."""

    agent: str
    title: str
    path: str


class RecordingStatusJson(TypedDict):
    """What is recorded at present, what was, and where that is; `problem` says why it cannot be read or written.

    `agents` are those that can be recorded, the one first whose files the project has.
    """

    projectDir: str
    agents: list[RecordableAgentJson]
    files: list[RecordingFileJson]
    payloads: RecordedPayloadsJson
    limits: RecordingLimitsJson
    journal: str
    problem: str | None


def recording_status(project: str, host: Host, dialect: Dialect | None = None) -> RecordingStatusJson:
    """Of the files of one agent, or of all that have such hooks in the project or for the user."""
    path, problem = journal_path(host), None
    empty: RecordedPayloadsJson = {"count": 0, "size": 0, "oldest": None, "newest": None, "events": []}
    payloads, limits = empty, RecordingLimitsJson(days=0, count=0, size=0)
    try:
        payloads = _payloads(path)
        kept = payload_limits(path)
        limits = {"days": kept.days, "count": kept.count, "size": kept.size}
    except UnreadableInput as wrong:
        problem = str(wrong)
    if is_switched_off(host):
        problem = "`HOOKWRIGHT_JOURNAL` switches the journal off, so nothing is recorded: unset it"
    files = list(_files((dialect,) if dialect is not None else DIALECTS, project, host))
    return {
        "projectDir": project,
        "agents": list(_agents(project, host)),
        "files": files,
        "payloads": payloads,
        "limits": limits,
        "journal": path,
        "problem": problem,
    }


def file_json(place: RecordingPlace, host: Host) -> RecordingFileJson | None:
    """What the file of a place records; None if it records nothing.  Raises UnreadableInput."""
    found = recorded_now(place)
    if not found:
        return None
    missing = next((it for one in found for it in (one.python, one.script) if not os.path.isfile(it)), None)
    gone = f"`{missing}` is no longer there: run `hookwright record on --agent {place.dialect.id}` again"
    return {
        "agent": place.dialect.id,
        "title": place.dialect.title,
        "path": place.path,
        "scope": place.scope.value,
        "events": list(dict.fromkeys(it.event for it in found)),
        "exposed": is_exposed(place.path, host),
        "problem": gone if missing is not None else None,
    }


def ignore_advice(path: str, project: str) -> str:
    """What to do about a file that git does not ignore."""
    name = os.path.relpath(path, project)
    return (
        f"git does not ignore `{path}`: run `echo {shlex.quote(name)} >> .gitignore` so that it stays on this machine"
    )


def _agents(project: str, host: Host) -> Iterator[RecordableAgentJson]:
    used = dialect_in_use(project, host)
    for dialect in sorted(DIALECTS, key=lambda it: it is not used):
        place = next(iter(recording_places(dialect, project, host)), None)
        if place is not None:
            yield {"agent": dialect.id, "title": dialect.title, "path": place.path}


def _files(dialects: Iterable[Dialect], project: str, host: Host) -> Iterator[RecordingFileJson]:
    for dialect in dialects:
        for place in recording_places(dialect, project, host):
            try:
                found = file_json(place, host)
            except UnreadableInput:
                # It records nothing that is known of.
                continue
            if found is not None:
                yield found


def _payloads(path: str) -> RecordedPayloadsJson:
    numbers = payload_numbers(path)
    oldest, newest = (None if it is None else timestamp(moment(it)) for it in (numbers.oldest, numbers.newest))
    return {
        "count": numbers.count,
        "size": numbers.size,
        "oldest": oldest,
        "newest": newest,
        "events": [{"agent": it[0], "event": it[1], "count": count} for it, count in numbers.events.items()],
    }
