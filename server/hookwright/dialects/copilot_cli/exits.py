"""What the ways to end mean to GitHub Copilot (J4), and the fields of answers that several events read (J5)."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.fields import decides
from hookwright.dialects.reactions import exits, failed, refusal
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.reaction import Audience, Decision, Effect, Level, OutputField, Reaction, Say, Status, Words

DOCUMENTED = Evidence(
    Basis.DOCUMENTED, "1.0.102", "2026-11-20", "https://docs.github.com/en/copilot/reference/hooks-reference"
)


def _denied(*, reads_output: bool = False) -> Reaction:
    return refusal(Audience.AGENT, Words.ENDING, decision=Decision.DENY, blocks=True, reads_output=reads_output)


WARNS = exits(failed(reads_output=True))
FAILS_CLOSED = replace(exits(_denied(reads_output=True)), other=_denied(), cannot_start=_denied())
ADVISES_WITH_TWO = exits(Reaction(status=Status.FAILED, says=Say(Audience.AGENT, Level.WARNING, Words.STDERR)))
UNREAD = exits(success=Reaction())

CONTEXT = OutputField(("additionalContext",), "Added to what the model reads", Effect.CONTEXT)


def blocks(doc: str, no: Reaction, *, settles: bool = False) -> tuple[OutputField, ...]:
    """`decision`, of which only `block` does anything, with its `reason`; `settles`: the last of several counts."""
    # Without a reason it blocks nothing.
    yes = Reaction(decision=Decision.ALLOW) if settles else Reaction()
    words = {"block": replace(no, wordless=Reaction()), "allow": yes, "approve": yes}
    field, reason = decides(doc, words, "The reason, given with the decision")
    return replace(field, settles=settles), reason
