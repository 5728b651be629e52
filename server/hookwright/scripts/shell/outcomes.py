"""What several commands have come to."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.scripts.effects import Branch, Effect, effects
from hookwright.scripts.shell.state import Outcome, outcome_by
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Value

MOST_ABOUT = 6
"""Of how many values a decision is said to be about."""


def compound_outcome(walk: Walk, done: Sequence[Effect]) -> Outcome:
    """What commands have come to: the status of the last one, and what was decided in them."""
    about: dict[Value, None] = {}
    for it in effects(tuple(done)):
        if isinstance(it, Branch):
            about |= dict.fromkeys(it.about)
            if len(about) >= MOST_ABOUT:
                break
    return outcome_by(walk.state.status, tuple(about)[:MOST_ABOUT])
