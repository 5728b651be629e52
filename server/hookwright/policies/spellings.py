"""An event or a field that has two names: fields and tools as each name has them.

A client uses one of them; the hooks under the other get, and are matched against, what is usual there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject


def row_under(dialect: Dialect, row: EventRow, name: str) -> EventRow:
    """The event under that name, the one that hooks are under; as it was fired if it has no such name."""
    return next((it for it in dialect.spellings(row) if it.name == name), row)


def in_terms_of(dialect: Dialect, row: EventRow, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload as this name of the event has it, where the client may have used another name for event or field."""
    rows = dialect.spellings(row)
    if len(rows) == 1:
        return _renamed(row, payload) if row.renamed else payload
    own = {it.name for it in (*dialect.payload, *row.payload)}
    theirs = {it.name for other in rows for it in other.payload} - own
    found = {name: value for name, value in payload.items() if name not in theirs}
    for field in row.payload:
        if field.also in payload:
            found.setdefault(field.name, payload[field.also])
    if row.subject.field is not None and isinstance(found.get(row.subject.field), str):
        found[row.subject.field] = subject_for(dialect, row, found[row.subject.field])
    return found


def _renamed(row: EventRow, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload with the fields under the agent's own names where the client has the other ones."""
    own = {it.also: it.name for it in row.renamed if it.also in payload and it.name not in payload}
    return {own.get(name, name): value for name, value in payload.items()} if own else payload


def subject_for(dialect: Dialect, row: EventRow, subject: str | None) -> str | None:
    """What matchers under this name of the event are compared with: a tool goes by the name that is usual there."""
    if subject is None or row.subject.kind is not MatchSubject.TOOL or len(dialect.spellings(row)) == 1:
        return subject
    tool = dialect.tool(subject)
    if tool is None or bool(tool.answers_for) == bool(row.spelling_of):
        return subject
    return tool.answers_for or next(iter(dialect.further_names(subject)), subject)


def other_names(dialect: Dialect, row: EventRow, subject: str | None) -> tuple[str, ...]:
    """The names, besides its own, under which a matcher of the event meets a tool."""
    if row.subject.kind is not MatchSubject.TOOL or subject is None:
        return ()
    tool = dialect.tool(subject)
    if row.spelling_of and tool is not None and tool.answers_for:
        return (tool.answers_for,)
    return dialect.further_names(subject)
