"""What an attack says of a guard that only asks the user: it lets a call pass where the user agrees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.results import Tried
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision

_FORBIDS, _ASKS = "The guard does not let ", "The guard asks the user before it lets "


def as_it_asks(tried: Sequence[Tried], answers: Iterable[Outcome]) -> list[Tried]:
    """The same with reasons that say so, where each refusal among the answers is a question to the user."""
    refusals = [it.folded for it in answers if refuses(it.folded)]
    if not refusals or any(it.blocked or it.decision is not Decision.ASK for it in refusals):
        return [*tried]
    return [replace(it, variant=replace(it.variant, why=it.variant.why.replace(_FORBIDS, _ASKS))) for it in tried]
