"""What hover and completion say about who reads the reason of an `allow` is what firing the hook shows."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.dialects import DIALECTS
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.reaction import Audience, Decision, OutputField, Reaction, Words


def test_who_reads_the_reason_of_an_allow_is_said_as_it_is_shown() -> None:
    wrong = [
        f"{dialect.id} {row.name} {'.'.join(reason.path)}: {reason.doc!r}, but it shows {shown or 'nobody'}"
        for dialect, row, reason, allowed in _allowing()
        if (said := _said(reason.doc)) is not None and said != (shown := _shown(allowed))
    ]
    assert [*_allowing()]
    assert wrong == []


def _allowing() -> Iterator[tuple[Dialect, EventRow, OutputField, Reaction]]:
    """Each field with the reason of an `allow`, and what the engine makes of that word."""
    for dialect in DIALECTS:
        for row in dialect.events:
            by_path = {it.path: it for it in row.outputs}
            for field in row.outputs:
                allowed = [it for it in (field.words or {}).values() if it.decision is Decision.ALLOW]
                if field.reason in by_path and allowed:
                    yield dialect, row, by_path[field.reason], allowed[0]


def _said(doc: str) -> str | None:
    """Who reads it, in the words of the field's description; None where that names no `allow`."""
    part = next((it for it in doc.split(",") if "`allow`" in it), None)
    if part is None:
        return None
    return next(word for word in ("user", "model", "nobody") if word in part)


def _shown(allowed: Reaction) -> str:
    if allowed.says is not None and allowed.says.words is Words.REASON:
        return "user" if allowed.says.to is Audience.USER else "model"
    return "nobody"
