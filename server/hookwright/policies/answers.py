"""What a model says to the question of a hook: yes or no, or what a command would print."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from hookwright.model.codes import Code
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.hook_type import Answer
from hookwright.model.outcome import Reading, Result, Told
from hookwright.model.reaction import Audience, Effect, Level, Reaction, Status
from hookwright.policies.exits import reaction_of
from hookwright.policies.handlers import strongest_refusal
from hookwright.policies.printed import find_object
from hookwright.policies.reading import read_result, unknown_reading

_NO_REASON = "the model gave no reason"
_REFUSED = Result(exit_code=2, started_at=datetime.min.replace(tzinfo=UTC), duration=0.0)


def read_answer(
    result: Result,
    row: EventRow,
    values: Mapping[str, Any],
    *,
    dialect: Dialect,
    answer: Answer | None,
    timeout: float | None = None,
) -> Reading:
    """The result as what a command printed, or, if there is a way to answer, as a yes or a no.

    An answer that is neither is a failure of the hook.
    """
    if answer is None or result.exit_code != 0:
        return read_result(result, row, values, dialect=dialect, timeout=timeout)
    found = find_object(result.stdout)
    ok = None if found is None else found.get(answer.ok)
    if found is None or not isinstance(ok, bool):
        problem = f"the model did not answer with an object whose `{answer.ok}` is `true` or `false`"
        return _unread(problem, result, row, values)
    given = found.get(answer.reason, "")
    if not isinstance(given, str):
        problem = f"`{answer.reason}` in the answer of the model is not a text"
        return _unread(problem, result, row, values)
    refusal = strongest_refusal(row)
    gives_up = found.get(answer.gives_up, False)
    if not isinstance(gives_up, bool):
        problem = f"`{answer.gives_up}` in the answer of the model is neither `true` nor `false`"
        return _unread(problem, result, row, values)
    if ok or (refusal is not None and ((gives_up and refusal.must_continue) or _is_unheard(row))):
        return Reading(status=Status.SUCCEEDED, output=found)
    reason = given if given.strip() else _NO_REASON
    can_stop = any(it.effect is Effect.CONTINUE for it in row.outputs)
    stops = can_stop and answer.stops and not (answer.goes_on and values.get(answer.goes_on) is True)
    return replace(_no(refusal, reason, stops=stops), output=found)


def _unread(problem: str, result: Result, row: EventRow, values: Mapping[str, Any]) -> Reading:
    return replace(unknown_reading(problem, result, row, values, Code.OUTPUT_INVALID), status=Status.FAILED)


def _is_unheard(row: EventRow) -> bool:
    """Whether exit 2 does nothing on an event that words decide, so that a no does nothing either."""
    exited = reaction_of(_REFUSED, row.exits, {})
    return 2 in row.exits.codes and exited.status is not Status.BLOCKED


def _no(refusal: Reaction | None, reason: str, *, stops: bool) -> Reading:
    """A no, with the strongest that a hook of the event can do; if nothing can be refused, it objects."""
    to = refusal.says.to if refusal is not None and refusal.says is not None else Audience.AGENT
    if refusal is not None and refusal.must_continue:
        return Reading(
            status=Status.BLOCKED,
            must_continue=True,
            reason=reason,
            messages=(Told(Audience.AGENT, Level.ERROR, reason, Code.GOES_ON),),
        )
    return Reading(
        status=Status.BLOCKED,
        decision=None if refusal is None else refusal.decision,
        blocks=refusal is not None and refusal.blocks,
        reason=reason,
        stop_agent=stops,
        stop_reason=reason if stops else None,
        # An agent that is stopped is told nothing any more.
        messages=(_told_no(to, reason, stops=stops, refuses=refusal is not None and refusal.refuses),),
    )


def _told_no(to: Audience, reason: str, *, stops: bool, refuses: bool) -> Told:
    if stops:
        return Told(Audience.USER, Level.WARNING, reason, Code.STOPPED)
    return Told(to, Level.ERROR, reason, Code.REFUSED if refuses else Code.OBJECTED)
