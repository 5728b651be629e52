"""What the readings of one event come to: the folds that dialects pick from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hookwright.model.event import AS_CONFIGURED, Pick, Winners
from hookwright.model.outcome import Folded, Reading
from hookwright.model.reaction import Decision, Status
from hookwright.policies.strength import NO_SAY, join_texts, strength

_SILENT: Mapping[str, Any] = {"decision": None, "blocks": False, "must_continue": False, "status": Status.SUCCEEDED}

Fold = Callable[[Sequence[Reading], Winners], Folded]


def strongest_decision(readings: Sequence[Reading], winners: Winners = AS_CONFIGURED) -> Folded:
    """Deny beats ask beats allow; contexts join; one hook is enough to stop the agent, which then does not go on (C7).

    `readings` are in configuration order.  The `winners` say which of several hooks that say the strongest thing gives
    the reason, and whose change of the input holds; a hook that only objects to what has happened gives a reason too.
    What is blocked gets no input, and context only where the winners say so; who is stopped does not go on.
    """
    if not readings:
        return Folded()
    readings = _settled(readings)
    decisions = [it.decision for it in readings if it.decision]
    blocked = any(it.blocks for it in readings)
    stopping = [it for it in readings if it.stop_agent]
    changed = changer(readings, winners)
    return Folded(
        decision=max(decisions, key=lambda it: it.rank) if decisions else None,
        blocked=blocked,
        reason=_reason(readings, winners),
        updated_input=None if blocked or changed is None else readings[changed].updated_input,
        additional_context=_context(readings, winners) if _keeps_context(readings, winners) else None,
        must_continue=not stopping and any(it.must_continue for it in readings),
        stop_agent=bool(stopping),
        stop_reason=next((it.stop_reason for it in stopping if it.stop_reason), None),
    )


def _settled(readings: Sequence[Reading]) -> Sequence[Reading]:
    """The readings without the decisions of those that give way to the last which settles it."""
    last = max((place for place, it in enumerate(readings) if it.settles), default=None)
    if last is None:
        return readings
    return [it if place == last or it.settles is None else replace(it, **_SILENT) for place, it in enumerate(readings)]


def first_decision(readings: Sequence[Reading], winners: Winners = AS_CONFIGURED) -> Folded:
    """The first hook that decides has said it, whatever the later ones say (A12)."""
    return strongest_decision([readings[it] for it in heard(first_decision, readings, winners)], winners)


def first_continue(readings: Sequence[Reading], winners: Winners = AS_CONFIGURED) -> Folded:
    """The first hook that makes the agent go on has said it (A14)."""
    return strongest_decision([readings[it] for it in heard(first_continue, readings, winners)], winners)


def heard(fold: Fold, readings: Sequence[Reading], winners: Winners = AS_CONFIGURED) -> tuple[int, ...]:
    """The places of those that the fold listens to, in configuration order.

    They are all, or none behind the first that decides or makes the agent go on: in the files, or by its end.
    """
    places = in_order(readings, winners)
    if fold is first_decision:
        last = next((number for number, it in enumerate(places) if readings[it].decision is not None), None)
    elif fold is first_continue:
        last = next((number for number, it in enumerate(places) if readings[it].must_continue), None)
    else:
        last = None
    return tuple(sorted(places if last is None else places[: last + 1]))


def in_order(readings: Sequence[Reading], winners: Winners) -> tuple[int, ...]:
    """The places of the readings in the order in which what they say is read."""
    places = range(len(readings))
    return tuple(sorted(places, key=lambda it: readings[it].ended) if winners.by_end else places)


def speaker(readings: Sequence[Reading], winners: Winners = AS_CONFIGURED) -> int | None:
    """The place of the reading that gives the reason; None where none has a say (C7)."""
    strongest = _strongest(readings)
    return _picked(strongest, readings, _pick(strongest, readings, winners)) if strongest else None


def changer(readings: Sequence[Reading], winners: Winners = AS_CONFIGURED) -> int | None:
    """The place of the reading whose change of the input holds; None where none changes it."""
    places = [place for place, it in enumerate(readings) if it.updated_input is not None]
    return _picked(places, readings, winners.input) if places else None


def _strongest(readings: Sequence[Reading]) -> list[int]:
    readings = _settled(readings)
    most = max(map(strength, readings), default=NO_SAY)
    return [] if most == NO_SAY else [place for place, it in enumerate(readings) if strength(it) == most]


def _pick(strongest: Sequence[int], readings: Sequence[Reading], winners: Winners) -> Pick:
    return winners.ask if readings[strongest[0]].decision is Decision.ASK else winners.reason


def _picked(places: Iterable[int], readings: Sequence[Reading], pick: Pick) -> int:
    """One of the places; of all of them, the first."""
    chosen = max if pick in (Pick.LAST_CONFIGURED, Pick.LAST_TO_END) else min
    return chosen(places, key=lambda it: (readings[it].ended, it) if pick.by_end else (0, it))


def _reason(readings: Sequence[Reading], winners: Winners) -> str | None:
    strongest = _strongest(readings)
    if not strongest:
        return None
    pick = _pick(strongest, readings, winners)
    if pick is Pick.ALL:
        return join_texts(readings[it].reason for it in strongest)
    return readings[_picked(strongest, readings, pick)].reason


def _keeps_context(readings: Sequence[Reading], winners: Winners) -> bool:
    if any(it.blocks for it in readings):
        return winners.refused_context
    return winners.objected_context or not any(it.status is Status.BLOCKED for it in readings)


def _context(readings: Sequence[Reading], winners: Winners) -> str | None:
    if winners.context is Pick.ALL:
        return join_texts(readings[it].context for it in in_order(readings, winners))
    places = [place for place, it in enumerate(readings) if it.context]
    return readings[_picked(places, readings, winners.context)].context if places else None
