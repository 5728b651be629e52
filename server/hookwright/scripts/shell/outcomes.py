"""What several commands have come to."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.scripts.effects import Branch, Effect, effects
from hookwright.scripts.shell.state import Outcome
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Literal, OneOf, Value

MOST_ABOUT = 6
"""Of how many values a decision is said to be about."""


def compound_outcome(walk: Walk, done: Iterable[Effect]) -> Outcome:
    """What commands have come to: the status of the last one, and what was decided in them."""
    status = walk.state.status
    about: dict[Value, None] = {}
    for it in effects(tuple(done)):
        if isinstance(it, Branch):
            about |= dict.fromkeys(it.about)
    few = tuple(about)[:MOST_ABOUT]
    if isinstance(status, Literal) and isinstance(status.value, int):
        return Outcome(status=status.value, about=few)
    known = {it.value for it in status.values if isinstance(it, Literal)} if isinstance(status, OneOf) else set()
    fails = next((it for it in known if it), None) if len(known) == 2 and 0 in known else None
    return Outcome(fails=fails if isinstance(fails, int) else None, about=few)
