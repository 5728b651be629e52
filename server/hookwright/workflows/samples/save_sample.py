"""A recorded dispatch as a sample that anybody could have made: without secrets, and without the user's paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.dialects import by_id
from hookwright.engine.redaction import redact_json
from hookwright.errors import UnknownEvent, UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source
from hookwright.workflows.samples.payload_paths import root_of, without_user
from hookwright.workflows.samples.sample_writing import add_sample

_OF_NOBODY = {Source.SESSION_ID, Source.USER_NAME, Source.DISPATCH_ID, Source.TIMESTAMP}


def keep_sample(record: Mapping[str, Any], home: str, *, name: str | None = None, project: str | None = None) -> str:
    """The path of the sample that the recorded dispatch (of `engine.journal.history`) became, in its project.

    Raises UsageError where its payload was cut, or its dialect or event is not known, and UnreadableInput.
    """
    dialect, row = _event_of(record)
    payload = kept_payload(record, dialect, row, home)
    told = name or row.subject_in(record["payload"]) or row.name
    return add_sample(project or record["project"], dialect, row, told, payload, is_chosen=name is not None)


def kept_payload(record: Mapping[str, Any], dialect: Dialect, row: EventRow, home: str) -> dict[str, Any]:
    """The payload, of which nothing tells whose it was; raises UsageError where it was cut."""
    if record["payloadTruncated"]:
        raise UsageError("Not all of this payload was recorded", "fire it again with a smaller one")
    fields = {it.name: it for it in (*dialect.payload, *row.payload) if it.source in _OF_NOBODY}
    found = {
        key: fields[key].sample if key in fields and isinstance(value, str) else value
        for key, value in record["payload"].items()
    }
    plain = without_user(redact_json(found), root_of(dialect, row), record["project"], home)
    return dict(plain)


def _event_of(record: Mapping[str, Any]) -> tuple[Dialect, EventRow]:
    dialect = by_id(record["dialect"])
    row = dialect.event(record["event"])
    if row is None:
        raise UnknownEvent(record["event"], dialect.title, [it.name for it in dialect.events])
    return dialect, row
