"""What it means that a handler written in Python returned, or failed (E2, E10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from hookwright.model.codes import Code, Fault
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import announces_tool
from hookwright.model.event import EventRow
from hookwright.model.guards import OnGuardLost
from hookwright.model.outcome import Reading, Result, Told
from hookwright.model.reaction import Audience, Decision, Level, Reaction, Status
from hookwright.policies.reading import read_result, said_by

FAILED, REFUSED, LOST = 1, 2, 3
"""The exit codes of handlers: one that failed, one that raised `Refuse`, and one that gave no answer."""


def read_handler(
    result: Result,
    row: EventRow,
    values: Mapping[str, Any],
    *,
    dialect: Dialect,
    on_lost: OnGuardLost = OnGuardLost.DENY,
) -> Reading:
    """What it returned, read as what a command hook prints; a failure refuses the tool that the event announces.

    On every other event, and where the dialect lets nothing be refused, a failure is a message.  Where the handler gave
    no answer, everything that can be refused is refused, or what `on_lost` says.
    """
    if result.exit_code == 0:
        return read_result(result, row, values, dialect=dialect)
    if result.exit_code == LOST:
        return _lost(result, row, on_lost)
    if result.exit_code == REFUSED:
        return _refused(result.stderr, strongest_refusal(row))
    text, fault = f"A hook module failed: {result.stderr}", Fault(Code.FAILED, result.stderr)
    refusal = strongest_refusal(row) if announces_tool(row.name) else None
    if refusal is None:
        return _silent(Status.FAILED, Level.WARNING, text, fault)
    return _decided(refusal, text, fault)


def _lost(result: Result, row: EventRow, on_lost: OnGuardLost) -> Reading:
    """What is decided in the place of a guard that gave no answer.

    A stop goes on: an agent that must not stop would ask its lost guard again, and again.
    """
    text = f"A hook module gave no answer: {result.stderr}"
    fault = Fault(Code.TIMED_OUT if result.timed_out else Code.GUARD_LOST, result.stderr)
    decided = strongest_refusal(row)
    if on_lost is OnGuardLost.ASK:
        decided = next((it for it in row.reactions if it.decision is Decision.ASK), decided)
    if on_lost is OnGuardLost.IGNORE or decided is None or decided.must_continue:
        return _silent(Status.TIMED_OUT if result.timed_out else Status.CANNOT_START, Level.ERROR, text, fault)
    return _decided(decided, text, fault)


def _silent(status: Status, level: Level, text: str, fault: Fault) -> Reading:
    """The user is told, and the event goes on."""
    return Reading(status=status, messages=(Told(Audience.USER, level, text, fault.code),), fault=fault)


def _decided(reaction: Reaction, text: str, fault: Fault) -> Reading:
    """The reaction decides, with the fault as its reason."""
    return Reading(
        status=reaction.status,
        decision=reaction.decision,
        blocks=reaction.blocks,
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


@cache
def strongest_refusal(row: EventRow) -> Reaction | None:
    """The strongest way to keep what the event announces from happening, None if it has none."""
    found = [it for it in row.reactions if it.refuses or it.must_continue]
    return max(found, key=lambda it: (it.decision is not None, it.blocks, it.status is Status.BLOCKED), default=None)
