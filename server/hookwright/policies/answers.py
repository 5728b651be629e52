"""What a model says to the question of a hook: yes or no, or what a command would print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.grammar import Answer
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Audience, Level, Status
from hookwright.policies.handlers import strongest_refusal
from hookwright.policies.printed import find_object
from hookwright.policies.reading import read_result, unknown_reading

_NO_REASON = "the model gave no reason"


def read_answer(
    result: Result,
    row: EventRow,
    values: Mapping[str, Any],
    *,
    dialect: Dialect,
    answer: Answer | None,
    timeout: float | None = None,
) -> Reading:
    """The result as what a command printed, or, where there is a way to answer, as a yes or a no.

    An answer that is neither is a failure of the hook.
    """
    if answer is None or result.exit_code != 0:
        return read_result(result, row, values, dialect=dialect, timeout=timeout)
    found = find_object(result.stdout)
    ok = None if found is None else found.get(answer.ok)
    if found is None or not isinstance(ok, bool):
        problem = f"the model did not answer with an object whose `{answer.ok}` is `true` or `false`"
        return replace(unknown_reading(problem, result, row, values), status=Status.FAILED)
    if ok or (answer.gives_up and found.get(answer.gives_up) is True):
        return Reading(status=Status.SUCCEEDED, output=found)
    given = found.get(answer.reason)
    reason = given if isinstance(given, str) and given.strip() else _NO_REASON
    stops = answer.stops and not (answer.goes_on and values.get(answer.goes_on) is True)
    return replace(_no(row, reason, stops=stops), output=found)


def _no(row: EventRow, reason: str, *, stops: bool) -> Reading:
    """A no, with the strongest that a hook of the event can do; where nothing can be refused, it objects."""
    refusal = strongest_refusal(row)
    if refusal is not None and refusal.must_continue:
        message = (Audience.AGENT, Level.ERROR, reason)
        return Reading(status=Status.BLOCKED, must_continue=True, reason=reason, messages=(message,))
    return Reading(
        status=Status.BLOCKED,
        decision=None if refusal is None else refusal.decision,
        blocks=refusal is not None and refusal.blocks,
        reason=reason,
        stop_agent=stops,
        stop_reason=reason if stops else None,
        # An agent that is stopped is told nothing any more.
        messages=((Audience.USER if stops else Audience.AGENT, Level.WARNING if stops else Level.ERROR, reason),),
    )
