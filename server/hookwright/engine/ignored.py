"""An event that a dialect does not know and ignores, as a row, so that it is planned and answered like any other."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.model.event import EventRow
from hookwright.model.outcome import Folded, Reading
from hookwright.model.reaction import ExitTable, Reaction, Status


def ignored_event(name: str) -> EventRow:
    """The row of an event that nothing is known of: no hook is held against it, and nothing comes of it (D3)."""
    failed = Reaction(status=Status.FAILED)
    exits = ExitTable(codes={}, other=failed, timed_out=failed, cannot_start=failed)
    return EventRow(name=name, summary="an event that is not known, and ignored", exits=exits, fold=_nothing)


def _nothing(_: Sequence[Reading]) -> Folded:
    return Folded()
