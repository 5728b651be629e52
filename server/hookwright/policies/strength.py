"""How much a hook's say weighs against another's."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.model.outcome import Reading
from hookwright.model.reaction import Decision, Reaction, Status

NO_SAY = 0


def strength(it: Reaction | Reading) -> int:
    """Deny 7, blocking 6, deferring 5, ask 4, going on 3, an objection 2, allow 1, no say 0 (C7)."""
    if it.decision is Decision.DENY:
        return 7
    if it.blocks:
        return 6
    if it.decision is Decision.DEFER:
        return 5
    if it.decision is Decision.ASK:
        return 4
    if it.must_continue:
        return 3
    if it.status is Status.BLOCKED:
        return 2
    return 1 if it.decision is Decision.ALLOW else NO_SAY


def join_texts(texts: Iterable[str | None]) -> str | None:
    """The texts that say something, with a blank line between them; None if none does."""
    return "\n\n".join(it for it in texts if it) or None
