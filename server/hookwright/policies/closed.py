"""The outcome where a hook that had no say counts as one that refuses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from hookwright.model.codes import TOLERATED, Degraded
from hookwright.model.event import EventRow
from hookwright.model.outcome import Folded
from hookwright.model.reaction import Decision, Reaction

_ADVICE = "It counts as a refusal, as `failurePolicy` is `closed`; repair the hook or remove it"


def failed_closed(folded: Folded, row: EventRow, degraded: Sequence[Degraded]) -> Folded:
    """The outcome, or a refusal that names the first fault, where there is one and the event can be refused."""
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
    """The strongest refusal that a hook of the event can speak; None where nothing can be refused."""
    found = (it for it in row.reactions if it.refuses)
    return max(found, key=lambda it: (it.decision is not None, it.blocks), default=None)
