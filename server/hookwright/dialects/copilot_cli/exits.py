"""What the ways to end mean to GitHub Copilot (J4), and the fields of answers that several events read (J5)."""

from __future__ import annotations

from hookwright.model.reaction import (
    Audience,
    Decision,
    Effect,
    ExitTable,
    Level,
    OutputField,
    Reaction,
    Say,
    Status,
    Words,
)

_READ = Reaction(reads_output=True)
_WARNED = Reaction(status=Status.FAILED, says=Say(Audience.USER, Level.WARNING, Words.STDERR))
_TIMED_OUT = Reaction(status=Status.TIMED_OUT, says=Say(Audience.USER, Level.WARNING, Words.STDERR))
_CANNOT_START = Reaction(status=Status.CANNOT_START, says=Say(Audience.USER, Level.WARNING, Words.STDERR))


def refusal(
    to: Audience,
    words: Words,
    *,
    decision: Decision | None = None,
    blocks: bool = False,
    goes_on: bool = False,
    reads_output: bool = False,
) -> Reaction:
    """A no, by the code with which a hook ends or by its answer."""
    return Reaction(
        status=Status.BLOCKED,
        decision=decision,
        blocks=blocks,
        must_continue=goes_on,
        reason=words,
        says=Say(to, Level.ERROR, words),
        reads_output=reads_output,
    )


def _denied(*, reads_output: bool = False) -> Reaction:
    return refusal(Audience.AGENT, Words.ENDING, decision=Decision.DENY, blocks=True, reads_output=reads_output)


WARNS = ExitTable(codes={0: _READ, 2: _WARNED}, other=_WARNED, timed_out=_TIMED_OUT, cannot_start=_CANNOT_START)
FAILS_CLOSED = ExitTable(
    codes={0: _READ, 2: _denied(reads_output=True)}, other=_denied(), timed_out=_TIMED_OUT, cannot_start=_denied()
)
DENIES_WITH_TWO = ExitTable(
    codes={0: _READ, 2: _denied(reads_output=True)}, other=_WARNED, timed_out=_TIMED_OUT, cannot_start=_CANNOT_START
)
ADVISES_WITH_TWO = ExitTable(
    codes={0: _READ, 2: Reaction(status=Status.FAILED, says=Say(Audience.AGENT, Level.WARNING, Words.STDERR))},
    other=_WARNED,
    timed_out=_TIMED_OUT,
    cannot_start=_CANNOT_START,
)
UNREAD = ExitTable(codes={0: Reaction(), 2: _WARNED}, other=_WARNED, timed_out=_TIMED_OUT, cannot_start=_CANNOT_START)

CONTEXT = OutputField(("additionalContext",), "Added to what the model reads", Effect.CONTEXT)


def blocks(doc: str, no: Reaction) -> tuple[OutputField, ...]:
    """`decision`, of which only `block` does anything, with its `reason`."""
    words = {"block": no, "allow": Reaction(), "approve": Reaction()}
    return (
        OutputField(("decision",), doc, Effect.DECIDES, words=words, reason=("reason",)),
        OutputField(("reason",), "The reason, given with the decision"),
    )
