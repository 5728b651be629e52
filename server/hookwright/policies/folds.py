"""What the readings of one event come to, also where a hook that had no say counts as one that refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from hookwright.model.codes import TOLERATED, Degraded
from hookwright.model.event import EventRow
from hookwright.model.folding import AS_CONFIGURED, Folding, Heard, Kept, Pick, Stopped
from hookwright.model.outcome import Folded, Reading
from hookwright.model.reaction import Audience, Decision, Level, Reaction, Status
from hookwright.policies.strength import NO_SAY, join_texts, strength

_ADVICE = "It counts as a refusal, as `failurePolicy` is `closed`; repair the hook or remove it"
_SILENT: Mapping[str, Any] = {"decision": None, "blocks": False, "must_continue": False, "status": Status.SUCCEEDED}


def folded(readings: Sequence[Reading], folding: Folding = AS_CONFIGURED) -> Folded:
    """Deny beats ask beats allow; contexts join; one hook is enough to stop the agent, which then does not go on (C7).

    `readings` are in configuration order.  A hook that only objects to what has happened gives a reason, too.  What is
    blocked gets no input; who is stopped does not go on.
    """
    readings = effective([readings[it] for it in heard(readings, folding)], folding)
    if not readings:
        return Folded()
    decisions = [it.decision for it in readings if it.decision]
    blocked = any(it.blocks for it in readings)
    stopping = [it for it in readings if it.stop_agent]
    changed = changer(readings, folding)
    return Folded(
        decision=max(decisions, key=lambda it: it.rank) if decisions else None,
        blocked=blocked,
        reason=_reason(readings, folding),
        updated_input=None if blocked or changed is None else readings[changed].updated_input,
        updated_result=None
        if _hides_result(readings, folding)
        else _rewrite([it.updated_result for it in readings], readings, folding),
        updated_prompt=None if blocked else _rewrite([it.updated_prompt for it in readings], readings, folding),
        additional_context=_context(readings, folding) if keeps_context(readings, folding) else None,
        must_continue=not stopping and any(it.must_continue for it in readings),
        stop_agent=bool(stopping),
        stop_reason=next((it.stop_reason for it in stopping if it.stop_reason), None),
    )


def effective(readings: Sequence[Reading], folding: Folding) -> Sequence[Reading]:
    """The readings with what is left of each beside the others: of decisions, stops, and what the model is told."""
    readings = _settled(readings, folding)
    if not any(it.stop_agent for it in readings):
        return readings
    if folding.lets_stop:
        return [_let_stop(it) for it in readings]
    decided = max((it.decision for it in readings if it.decision), key=lambda it: it.rank, default=None)
    if decided in folding.unstopped:
        return [replace(it, stop_agent=False, stop_reason=None) for it in readings]
    return [_beside_stop(it, folding.stopped) for it in readings]


def _let_stop(reading: Reading) -> Reading:
    found = _untold(reading) if reading.must_continue else reading
    return replace(found, stop_agent=False, stop_reason=None, must_continue=False)


def _beside_stop(reading: Reading, stopped: Stopped) -> Reading:
    is_heard = stopped is Stopped.HEARS_ALL or (stopped is Stopped.HEARS_OTHERS and not reading.stop_agent)
    return reading if is_heard else _untold(reading)


def _untold(reading: Reading) -> Reading:
    """The reading without what it says to the model."""
    to_user = tuple(it for it in reading.messages if it[0] is Audience.USER)
    return replace(reading, context=None, messages=to_user)


def _settled(readings: Sequence[Reading], folding: Folding) -> Sequence[Reading]:
    """The readings without the decisions of those that give way to others."""
    last = max((place for place, it in enumerate(readings) if it.settles), default=None)
    if last is not None:
        places = {place for place, it in enumerate(readings) if place != last and it.settles is not None}
    elif folding.lone_ask and sum(map(_says_something, readings)) > 1:
        places = {place for place, it in enumerate(readings) if it.settles is False and it.decision is Decision.ASK}
    else:
        return readings
    return [_given_way(it) if place in places else it for place, it in enumerate(readings)]


def _given_way(reading: Reading) -> Reading:
    """The reading without its decision, and without the reason for it that the model would have been told."""
    told = tuple(it for it in reading.messages if (it[0], it[1]) != (Audience.AGENT, Level.ERROR))
    return replace(reading, messages=told, **_SILENT)


def _says_something(reading: Reading) -> bool:
    return reading.output is not None or (reading.status is Status.SUCCEEDED and bool(reading.messages))


def heard(readings: Sequence[Reading], folding: Folding = AS_CONFIGURED) -> tuple[int, ...]:
    """The places of those that have a say, in configuration order (A12, A14)."""
    places = in_order(readings, folding)
    last = next((number for number, it in enumerate(places) if _is_last(readings[it], folding.heard)), len(places))
    return tuple(sorted(places[: last + 1]))


def _is_last(reading: Reading, those: Heard) -> bool:
    """Whether those behind it have no say."""
    match those:
        case Heard.UP_TO_DECISION:
            return reading.decision is not None
        case Heard.UP_TO_CONTINUE:
            return reading.must_continue
        case Heard.ALL:
            return False


def in_order(readings: Sequence[Reading], folding: Folding) -> tuple[int, ...]:
    """The places of the readings in the order in which what they say is read."""
    places = range(len(readings))
    return tuple(sorted(places, key=lambda it: readings[it].ended) if folding.by_end else places)


def speaker(readings: Sequence[Reading], folding: Folding = AS_CONFIGURED) -> int | None:
    """The place of the reading that gives the reason; None if none has a say (C7)."""
    strongest = _strongest(readings, folding)
    return _picked(strongest, readings, _pick(strongest, readings, folding)) if strongest else None


def changer(readings: Sequence[Reading], folding: Folding = AS_CONFIGURED) -> int | None:
    """The place of the reading whose change of the input holds; None if none changes it."""
    places = [place for place, it in enumerate(readings) if it.updated_input is not None]
    return _picked(places, readings, folding.input) if places else None


def _rewrite(given: Sequence[Any], readings: Sequence[Reading], folding: Folding) -> Any:  # noqa: ANN401  any JSON
    """Of what hooks put in the place of a result or a prompt, the one that holds."""
    places = [place for place, it in enumerate(given) if it is not None]
    return given[_picked(places, readings, folding.rewrite)] if places else None


def _strongest(readings: Sequence[Reading], folding: Folding) -> list[int]:
    readings = _settled(readings, folding)
    most = max(map(strength, readings), default=NO_SAY)
    return [] if most == NO_SAY else [place for place, it in enumerate(readings) if strength(it) == most]


def _pick(strongest: Sequence[int], readings: Sequence[Reading], folding: Folding) -> Pick:
    return folding.ask if readings[strongest[0]].decision is Decision.ASK else folding.reason


def _picked(places: Iterable[int], readings: Sequence[Reading], pick: Pick) -> int:
    """One of the places; of all of them, the first."""
    chosen = max if pick in (Pick.LAST_CONFIGURED, Pick.LAST_TO_END) else min
    return chosen(places, key=lambda it: (readings[it].ended, it) if pick.by_end else (0, it))


def _reason(readings: Sequence[Reading], folding: Folding) -> str | None:
    strongest = _strongest(readings, folding)
    if not strongest:
        return None
    pick = _pick(strongest, readings, folding)
    if pick is Pick.ALL:
        return join_texts(readings[it].reason for it in strongest)
    return readings[_picked(strongest, readings, pick)].reason


def keeps_context(readings: Sequence[Reading], folding: Folding) -> bool:
    """Whether the model gets what the hooks add to the context."""
    if folding.keeps_context is Kept.ALWAYS:
        return True
    objected = folding.keeps_context is Kept.UNLESS_OBJECTED and any(it.status is Status.BLOCKED for it in readings)
    return not objected and not any(it.blocks for it in readings)


def _hides_result(readings: Sequence[Reading], folding: Folding) -> bool:
    """Whether the model reads an objection in the place of the result, be that rewritten or not."""
    return folding.keeps_context is Kept.UNLESS_OBJECTED and not keeps_context(readings, folding)


def _context(readings: Sequence[Reading], folding: Folding) -> str | None:
    if folding.context is Pick.ALL:
        return join_texts(readings[it].context for it in in_order(readings, folding))
    places = [place for place, it in enumerate(readings) if it.context]
    return readings[_picked(places, readings, folding.context)].context if places else None


def failed_closed(folded: Folded, row: EventRow, degraded: Sequence[Degraded]) -> Folded:
    """The outcome, or a refusal that names the first fault, if there is one and the event can be refused."""
    refusal = refusal_on(row)
    faults = [it for it in degraded if it.code not in TOLERATED]
    if refusal is None or not faults or folded.blocked or folded.decision is Decision.DENY:
        return folded
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return replace(
        folded,
        decision=refusal.decision,
        blocked=True,
        reason=f"A hook had no say: {faults[0].text}{more}. {_ADVICE}",
        updated_input=None,
        updated_prompt=None,
        additional_context=None,
        must_continue=False,
    )


@cache
def refusal_on(row: EventRow) -> Reaction | None:
    """The strongest refusal that a hook of the event can speak; None if nothing can be refused."""
    found = (it for it in row.reactions if it.refuses)
    return max(found, key=lambda it: (it.decision is not None, it.blocks), default=None)
