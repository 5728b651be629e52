"""By which rule an event comes to its outcome, in words."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.model.event import EventRow, Order
from hookwright.policies.folds import first_continue, first_decision
from hookwright.policies.strength import NO_SAY, strength

NAMES = {6: "deny", 5: "block", 4: "ask", 3: "going on", 2: "objection", 1: "allow"}
"""What is said, by its strength."""
_ALONE = {6: "denies", 5: "blocks", 4: "asks", 3: "makes the agent go on", 2: "objects", 1: "allows"}
_DECISIONS = {6, 4, 1}


def rule_words(row: EventRow) -> str:
    """Which say beats which, and which hooks are heard or run at all (C7, A12, A14)."""
    ranks = sorted({strength(it) for it in row.reactions()} - {NO_SAY}, reverse=True)
    parts = [_ranking(row, ranks)] if ranks else ["hooks decide nothing"]
    if row.fold is first_continue:
        parts.append("hooks after the first one that makes the agent go on are ignored")
    if row.order is Order.SERIAL and row.stops_at:
        parts.append(f"nothing runs after {' or '.join(it.value for it in row.stops_at)}")
    return "; ".join(parts)


def _ranking(row: EventRow, ranks: Sequence[int]) -> str:
    if row.fold is first_decision and _DECISIONS.issuperset(ranks):
        return "the first hook that decides counts, whatever the later ones say"
    if len(ranks) == 1:
        return f"one hook that {_ALONE[ranks[0]]} is enough"
    return " beats ".join(NAMES[it] for it in ranks)
