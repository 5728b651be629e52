"""What several commands have come to."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.scripts.effects import Branch, Effect, inside
from hookwright.scripts.shell.state import Outcome, outcome_by
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Value

MOST_ABOUT = 6
"""Of how many values a decision is said to be about."""


def compound_outcome(walk: Walk, done: Iterable[Effect]) -> Outcome:
    """What commands have come to: the status of the last one, and what was decided in them."""
    about: dict[Value, None] = {}
    _add_about(done, about)
    return outcome_by(walk.state.status, tuple(about)[:MOST_ABOUT])


def _add_about(done: Iterable[Effect], about: dict[Value, None]) -> None:
    """Adds what is decided by, in the order of the code, until that is enough."""
    for it in done:
        if len(about) >= MOST_ABOUT:
            return
        if isinstance(it, Branch):
            about |= dict.fromkeys(it.about)
        for block in inside(it):
            _add_about(block, about)
