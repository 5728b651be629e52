"""What the readings of one event come to: the folds that dialects pick from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hookwright.model.outcome import Folded, Reading
from hookwright.policies.strength import NO_SAY, join_texts, strength

Fold = Callable[[Sequence[Reading]], Folded]


def strongest_decision(readings: Sequence[Reading]) -> Folded:
    """Deny beats ask beats allow; contexts join; one hook is enough to stop the agent (C7).

    `readings` are in configuration order.  The reason is that of the first hook that said the strongest thing; a
    hook that only objects to what has happened gives a reason too.  What is blocked gets neither context nor input.
    """
    if not readings:
        return Folded()
    decisions = [it.decision for it in readings if it.decision]
    place = speaker(readings)
    blocked = any(it.blocks for it in readings)
    stopping = [it for it in readings if it.stop_agent]
    inputs = [it.updated_input for it in readings if it.updated_input is not None]
    return Folded(
        decision=max(decisions, key=lambda it: it.rank) if decisions else None,
        blocked=blocked,
        reason=None if place is None else readings[place].reason,
        updated_input=inputs[-1] if inputs and not blocked else None,
        additional_context=None if blocked else join_texts(it.context for it in readings),
        must_continue=any(it.must_continue for it in readings),
        stop_agent=bool(stopping),
        stop_reason=next((it.stop_reason for it in stopping if it.stop_reason), None),
    )


def first_decision(readings: Sequence[Reading]) -> Folded:
    """The first hook that decides has said it, whatever the later ones say (A12)."""
    return strongest_decision(heard(first_decision, readings))


def first_continue(readings: Sequence[Reading]) -> Folded:
    """The first hook that makes the agent go on has said it (A14)."""
    return strongest_decision(heard(first_continue, readings))


def heard(fold: Fold, readings: Sequence[Reading]) -> Sequence[Reading]:
    """Those that the fold listens to: all, or none behind the first that decides or makes the agent go on."""
    if fold is first_decision:
        last = next((place for place, it in enumerate(readings) if it.decision is not None), None)
    elif fold is first_continue:
        last = next((place for place, it in enumerate(readings) if it.must_continue), None)
    else:
        last = None
    return readings if last is None else readings[: last + 1]


def speaker(readings: Sequence[Reading]) -> int | None:
    """The place of the reading that gives the reason: the first of the strongest; None where none has a say (C7)."""
    place = max(range(len(readings)), key=lambda it: strength(readings[it]), default=None)
    return None if place is None or strength(readings[place]) == NO_SAY else place
