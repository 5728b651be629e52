"""What it means that a handler written in Python returned, or failed (E2, E10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import announces_tool
from hookwright.model.event import EventRow
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Audience, Level, Reaction, Status
from hookwright.policies.reading import read_result


def read_handler(result: Result, row: EventRow, values: Mapping[str, Any], *, dialect: Dialect) -> Reading:
    """What it returned, read as what a command hook prints; a failure refuses the tool that the event announces.

    On every other event, and where the dialect lets nothing be refused, a failure is a message.
    """
    if result.exit_code == 0:
        return read_result(result, row, values, dialect=dialect)
    text = f"A hook module failed: {result.stderr}"
    refusal = _refusal(row)
    if refusal is None:
        status = Status.TIMED_OUT if result.timed_out else Status.FAILED
        return Reading(status=status, messages=((Audience.USER, Level.WARNING, text),))
    return Reading(
        status=refusal.status,
        decision=refusal.decision,
        blocks=refusal.blocks,
        reason=text,
        messages=((Audience.USER, Level.ERROR, text),),
    )


def _refusal(row: EventRow) -> Reaction | None:
    """The strongest way of keeping a tool from being used, None where the event has none."""
    found = [it for it in row.reactions() if it.refuses] if announces_tool(row.name) else []
    return max(found, key=lambda it: (it.decision is not None, it.blocks, it.status is Status.BLOCKED), default=None)
