"""What it means that a handler written in Python returned, or failed (E2, E10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.codes import Code, Fault
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import announces_tool
from hookwright.model.event import EventRow
from hookwright.model.outcome import Reading, Result, Told
from hookwright.model.reaction import Audience, Level, Reaction, Status
from hookwright.policies.reading import read_result, said_by

FAILED, REFUSED = 1, 2
"""The exit codes of handlers: one that failed, and one that raised `Refuse`."""


def read_handler(result: Result, row: EventRow, values: Mapping[str, Any], *, dialect: Dialect) -> Reading:
    """What it returned, read as what a command hook prints; a failure refuses the tool that the event announces.

    On every other event, and where the dialect lets nothing be refused, a failure is a message.
    """
    if result.exit_code == 0:
        return read_result(result, row, values, dialect=dialect)
    if result.exit_code == REFUSED:
        return _refused(result.stderr, strongest_refusal(row))
    text = f"A hook module failed: {result.stderr}"
    fault = Fault(Code.TIMED_OUT if result.timed_out else Code.FAILED, result.stderr)
    refusal = strongest_refusal(row) if announces_tool(row.name) else None
    if refusal is None:
        status = Status.TIMED_OUT if result.timed_out else Status.FAILED
        return Reading(status=status, messages=(Told(Audience.USER, Level.WARNING, text, fault.code),), fault=fault)
    return Reading(
        status=refusal.status,
        decision=refusal.decision,
        blocks=refusal.blocks,
        reason=text,
        messages=(Told(Audience.USER, Level.ERROR, text, fault.code),),
        fault=fault,
    )


def _refused(reason: str, reaction: Reaction | None) -> Reading:
    if reaction is None:
        return Reading(status=Status.SUCCEEDED, messages=(Told(Audience.USER, Level.WARNING, reason),))
    to, level = (reaction.says.to, reaction.says.level) if reaction.says else (Audience.USER, Level.WARNING)
    return Reading(
        status=reaction.status,
        decision=reaction.decision,
        blocks=reaction.blocks,
        must_continue=reaction.must_continue,
        reason=reason,
        messages=(Told(to, level, reason, said_by(reaction)),),
    )


def strongest_refusal(row: EventRow) -> Reaction | None:
    """The strongest way to keep what the event announces from happening, None where it has none."""
    found = [it for it in row.reactions() if it.refuses or it.must_continue]
    return max(found, key=lambda it: (it.decision is not None, it.blocks, it.status is Status.BLOCKED), default=None)
