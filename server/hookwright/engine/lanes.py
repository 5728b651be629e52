"""Which steps of a plan wait for each other: those of one lane run one after another, lanes run side by side."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.engine.plan import Step
from hookwright.model.event import Order


def lanes(steps: Sequence[Step], order: Order) -> tuple[tuple[Step, ...], ...]:
    """The lanes in the order of the plan: one a step, one for all, or one for each list of hooks (D8)."""
    if order is Order.SERIAL:
        return (tuple(steps),) if steps else ()
    if order is not Order.BY_GROUP:
        return tuple((it,) for it in steps)
    found: dict[object, list[Step]] = {}
    for step in steps:
        found.setdefault((step.hook.source, step.hook.route[:-1]), []).append(step)
    return tuple(tuple(it) for it in found.values())
