"""The hooks that record, in an agent's own form: on which events, with which command, and as a hook file."""

from __future__ import annotations

import os.path
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from hookwright.config.recorder import SCRIPT, RecorderCommand
from hookwright.converting.writing import Entry, written
from hookwright.errors import UnknownEvent, UsageError
from hookwright.model.event import EventRow
from hookwright.model.field import Field
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.nesting import TYPE
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Status
from hookwright.paths import slashed
from hookwright.policies.reading import read_result
from hookwright.recording.places import RecordingPlace

_EMPTY_OBJECT = "{}\n"
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def recorded_events(place: RecordingPlace, names: Iterable[str] = ()) -> tuple[EventRow, ...]:
    """The events of these names, by default all on which a hook that says nothing changes nothing.

    Raises UsageError for one on which it would, and UnknownEvent.
    """
    dialect = place.dialect
    able = tuple(it for it in dialect.events if not it.spelling_of and _answers(place, it) is not None)
    chosen: list[EventRow] = []
    for name in dict.fromkeys(names):
        row = dialect.event(dialect.own_event(name) or "")
        if row is None:
            raise UnknownEvent(name, dialect.title, [it.name for it in able])
        if _answers(place, row) is None:
            what = f"On `{row.name}`, {dialect.title} needs a hook that answers, so it cannot be recorded"
            raise UsageError(what, "leave it out")
        chosen.append(row)
    return tuple(chosen) or able


def recording_file(place: RecordingPlace, rows: Iterable[EventRow]) -> str:
    """A hook file, as JSON, that has nothing but a hook for each event."""
    return written(place.shape, [Entry(it.name, _group(place), _hook(place, it)) for it in rows])


def recorder_path() -> str:
    """The script that records, of the installation that runs now, with `/`."""
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return slashed(os.path.join(here, *SCRIPT.split("/")))


def _group(place: RecordingPlace) -> dict[str, Any]:
    """The keys that a group needs beside its hooks."""
    nesting = place.shape.grammar.nesting
    own = {nesting.inner, nesting.event_key, "name"}
    return {it.name: _usual(it) for it in place.shape.grammar.group if it.required and it.name not in own}


def _hook(place: RecordingPlace, row: EventRow) -> dict[str, Any]:
    kind = _type(place, row)
    if kind is None:
        raise UsageError(f"`{row.name}` runs no commands", "leave it out")
    typed = {TYPE: kind.name} if kind.field(TYPE) is not None else {}
    needed = (it for it in kind.fields if it.required and it.name not in (TYPE, kind.body))
    return {**typed, kind.body: _command(place, row), **{it.name: _usual(it) for it in needed}}


def _command(place: RecordingPlace, row: EventRow) -> str:
    if not sys.executable:
        raise UsageError("It is not known which Python runs hookwright", "start it with the path of a Python")
    found = RecorderCommand(slashed(os.path.abspath(sys.executable)), recorder_path(), place.dialect.id, row.name)
    if not found.is_sound:
        raise UsageError(
            f"`{found.python}` cannot be named in a hook", "install hookwright for a Python that is called `python`"
        )
    return found.written(answers=_answers(place, row) is True, on_windows=sys.platform == "win32")


def _answers(place: RecordingPlace, row: EventRow) -> bool | None:
    """Whether the hook has to print an empty object so that it changes nothing; None if that changes something."""
    if row.folder_in or _type(place, row) is None:
        return None
    return next((bool(text) for text in ("", _EMPTY_OBJECT) if _is_neutral(_read(place, row, text))), None)


def _read(place: RecordingPlace, row: EventRow, stdout: str) -> Reading:
    result = Result(exit_code=0, started_at=_ANY_TIME, duration=0, stdout=stdout)
    return read_result(result, row, {}, dialect=place.dialect)


def _is_neutral(it: Reading) -> bool:
    says = it.decision or it.blocks or it.must_continue or it.stop_agent or it.context or it.messages
    return it.status is Status.SUCCEEDED and not says


def _type(place: RecordingPlace, row: EventRow) -> HookType | None:
    """The type of hook that runs a command on the event."""
    types = place.dialect.types_on(row, place.shape.grammar)
    able = (it for it in types if it.by is Performer.COMMAND and (not it.system or it.system == os.name))
    return next((it for it in able if row.types is None or it.name in row.types), None)


def _usual(it: Field) -> Any:  # noqa: ANN401  whatever the key holds
    return next((value for value in (*it.takes.words[:1], it.default, it.sample) if value is not None), "")
