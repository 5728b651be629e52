"""Members of a payload that are missing or misspelt, so that hooks do not see what they are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hookwright.model.codes import Code, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.policies.payloads import subject_of

_LIKE = 0.85
"""How much alike a name and the one that was meant are at least, as difflib counts."""
_MOST = 5


def faults_of_payload(dialect: Dialect, row: EventRow, payload: Mapping[str, Any]) -> tuple[Notice, ...]:
    """What is wrong with the payload of an event, five faults at most: a tool without a name, and misspelt members."""
    strange = [it for it in payload if it not in dialect.payload_names]
    missing = [it for it in _wanted(dialect, row) if it not in payload] if strange else ()
    meant = {it: found for it in strange if (found := _meant(it, missing)) is not None}
    notices = list(_without_tool(dialect, row, payload, meant))
    notices += [
        Notice(f"`{row.name}` has no member `{name}`; did you mean `{wanted}`?", Code.PAYLOAD_MISNAMED)
        for name, wanted in meant.items()
        if not notices or wanted != row.subject.field
    ]
    return tuple(notices[:_MOST])


def _without_tool(
    dialect: Dialect, row: EventRow, payload: Mapping[str, Any], meant: Mapping[str, str]
) -> Iterator[Notice]:
    """That the payload of a tool event does not say which tool it is about."""
    field = row.subject.field
    if row.subject.kind is not MatchSubject.TOOL or field is None or subject_of(dialect, row, payload) is not None:
        return
    near = next((name for name, wanted in meant.items() if wanted == field), None)
    if field in payload:
        fault = f"`{field}` is not a string"
    else:
        fault = f"`{field}` is missing" if near is None else f"`{near}` should be `{field}`"
    said = f"The payload of `{row.name}` does not name the tool, so hooks for certain tools do not run: {fault}"
    yield Notice(said, Code.PAYLOAD_INCOMPLETE)


def _wanted(dialect: Dialect, row: EventRow) -> Iterator[str]:
    """The names of what the event's own payload holds."""
    yield from (it.name for it in (*row.payload, *dialect.payload))


def _meant(name: str, missing: Iterable[str]) -> str | None:
    from difflib import SequenceMatcher

    for it in missing:
        one, other = _bare(name), _bare(it)
        if one == other or (len(one) > 3 and SequenceMatcher(None, one, other).ratio() >= _LIKE):
            return it
    return None


def _bare(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
