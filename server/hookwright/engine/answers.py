"""What an embedding agent gets back from each entry point of the facade, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision


class Permission(StrEnum):
    """The answer to a permission request (A12)."""

    APPROVE = "approve"
    DENY = "deny"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What the hooks said before a tool runs (A10).

    `decision` is None where no hook had a say; `updated_input` is the whole tool input after every change, None where
    none changed it.  `outcome` has every run.
    """

    decision: Decision | None
    reason: str | None
    updated_input: Mapping[str, Any] | None
    blocked: bool
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """What the hooks add for the model, None where nothing; `blocked` where they refuse, with the reason."""

    context: str | None
    blocked: bool
    reason: str | None
    outcome: Outcome


def tool_answer(outcome: Outcome) -> ToolAnswer:
    """The answer of a PreToolUse event."""
    folded = outcome.folded
    return ToolAnswer(folded.decision, folded.reason, folded.updated_input, folded.blocked, outcome)


def context_answer(outcome: Outcome) -> ContextAnswer:
    """The answer of an event whose hooks add text for the model."""
    folded = outcome.folded
    return ContextAnswer(folded.additional_context, folded.blocked, folded.reason, outcome)


def permission(outcome: Outcome) -> Permission:
    """The answer of a permission request; `ask` where no hook decided (A12)."""
    match outcome.folded.decision:
        case Decision.ALLOW:
            return Permission.APPROVE
        case Decision.DENY:
            return Permission.DENY
    return Permission.DENY if outcome.folded.blocked else Permission.ASK
