"""Starts and stops recording in a project, for the command line and for editors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from hookwright.dialects import DIALECTS, by_id
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.event import EventRow
from hookwright.model.hook import Scope
from hookwright.readers.search import dialect_in_use
from hookwright.recording.places import SCOPES, RecordingPlace, recording_place, recording_places
from hookwright.recording.recording_hooks import recorded_events
from hookwright.recording.switch import Switched, recorded_now, switch_off, switch_on


class Asked(Struct, frozen=True):
    """What is to be recorded: the project, and the agent and the scope by their names; empty ones are chosen."""

    project: str
    agent: str = ""
    scope: str = ""


class Started(Struct, frozen=True):
    """What is recorded now, and what was done for that."""

    place: RecordingPlace
    rows: tuple[EventRow, ...]
    done: Switched

    @property
    def approval(self) -> str:
        """The command with which the user has to approve the hooks in the agent; empty if there is none."""
        found = self.place.dialect.approval
        return found.command if found is not None and self.place.scope in found.scopes else ""


def start_recording(asked: Asked, host: Host, events: Iterable[str] = ()) -> Started:
    """Records these events of the agent, by default all; without an agent, of the one whose files the project has.

    Raises UsageError, UnknownEvent, UnknownDialect and UnreadableInput.
    """
    dialect = by_id(asked.agent) if asked.agent else dialect_in_use(asked.project, host)
    place = recording_place(dialect, asked.project, host, _scope(asked))
    rows = recorded_events(place, events)
    return Started(place, rows, switch_on(place, rows, host))


def stop_recording(asked: Asked, host: Host) -> Iterator[tuple[RecordingPlace, Switched]]:
    """Ends it in every file of the project and of the user that records, or in those of one agent or scope.

    Raises UsageError, UnknownDialect and UnreadableInput.
    """
    scope = _scope(asked)
    for dialect in (by_id(asked.agent),) if asked.agent else DIALECTS:
        for place in recording_places(dialect, asked.project, host):
            if scope in (None, place.scope) and recorded_now(place):
                yield place, switch_off(place, host)


def _scope(asked: Asked) -> Scope | None:
    found = next((it for it in SCOPES if it.value == asked.scope), None)
    if asked.scope and found is None:
        raise UsageError(f"`{asked.scope}` is not a scope", "use one of " + ", ".join(f"`{it.value}`" for it in SCOPES))
    return found
