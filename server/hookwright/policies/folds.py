"""What the readings of one event come to: the folds that dialects pick from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hookwright.model.outcome import Folded, Reading
from hookwright.policies.strength import NO_SAY, join_texts, strength


def strongest_decision(readings: Sequence[Reading]) -> Folded:
    """Deny beats ask beats allow; contexts join; one hook is enough to stop the agent (C7).

    `readings` stand in configuration order.  The reason is that of the first hook that said the strongest thing; a
    hook that only objects to what has happened gives a reason too.  What is blocked gets neither context nor input.
    """
    if not readings:
        return Folded()
    decisions = [it.decision for it in readings if it.decision]
    strongest = max(readings, key=strength)
    blocked = any(it.blocks for it in readings)
    stopping = [it for it in readings if it.stop_agent]
    inputs = [it.updated_input for it in readings if it.updated_input is not None]
    return Folded(
        decision=max(decisions, key=lambda it: it.rank) if decisions else None,
        blocked=blocked,
        reason=strongest.reason if strength(strongest) > NO_SAY else None,
        updated_input=inputs[-1] if inputs and not blocked else None,
        additional_context=None if blocked else join_texts(it.context for it in readings),
        must_continue=any(it.must_continue for it in readings),
        stop_agent=bool(stopping),
        stop_reason=next((it.stop_reason for it in stopping if it.stop_reason), None),
    )


def first_decision(readings: Sequence[Reading]) -> Folded:
    """The first hook that decides has said it, whatever the later ones say (A12)."""
    return strongest_decision(_up_to_the_first(readings, lambda it: it.decision is not None))


def first_continue(readings: Sequence[Reading]) -> Folded:
    """The first hook that makes the agent go on has said it (A14)."""
    return strongest_decision(_up_to_the_first(readings, lambda it: it.must_continue))


def _up_to_the_first(readings: Sequence[Reading], holds: Callable[[Reading], bool]) -> Sequence[Reading]:
    place = next((place for place, it in enumerate(readings) if holds(it)), len(readings))
    return readings[: place + 1]
