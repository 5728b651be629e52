"""What the ways to end and the words of an answer mean to Gemini CLI (H4, H5)."""

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

PRINTED = Words.STDOUT_OR_STDERR

_READ = Reaction(says=Say(Audience.USER, Level.INFO, PRINTED), reads_output=True)
_WARNED = Reaction(status=Status.FAILED, says=Say(Audience.USER, Level.WARNING, PRINTED), reads_output=True)
_FAILED = Reaction(status=Status.FAILED, says=Say(Audience.USER, Level.WARNING, Words.STDERR))
_TIMED_OUT = Reaction(status=Status.TIMED_OUT, says=Say(Audience.USER, Level.WARNING, Words.STDERR))
_CANNOT_START = Reaction(status=Status.CANNOT_START, says=Say(Audience.USER, Level.WARNING, Words.STDERR))


def refusal(
    to: Audience, words: Words, *, decision: Decision | None = None, blocks: bool = False, goes_on: bool = False
) -> Reaction:
    """A no, by the code with which a hook ends or by its answer."""
    return Reaction(
        status=Status.BLOCKED,
        decision=decision,
        blocks=blocks,
        must_continue=goes_on,
        reason=words,
        says=Say(to, Level.ERROR, words),
    )


def exits(no: Reaction | None = None) -> ExitTable:
    """Every code but 0 and 1 is a no, if the hook printed anything; the answer of a hook goes before its code."""
    other = _WARNED
    if no is not None:
        other = Reaction(
            status=no.status,
            decision=no.decision,
            blocks=no.blocks,
            must_continue=no.must_continue,
            reason=no.reason,
            says=no.says,
            reads_output=True,
            wordless=_FAILED,
            yields=True,
        )
    return ExitTable(
        codes={0: _READ, 1: _WARNED, 2: other, 126: other, 127: other},
        other=other,
        timed_out=_TIMED_OUT,
        cannot_start=_CANNOT_START,
        signalled=_WARNED,
    )


MESSAGE = (
    OutputField(("systemMessage",), "A message for the user", Effect.MESSAGE),
    OutputField(
        ("suppressOutput",), "Whether the message is hidden from the user; default `false`", Effect.SUPPRESS, "boolean"
    ),
)
STOPS = (
    OutputField(("continue",), "Whether the agent goes on after the hook; default `true`", Effect.CONTINUE, "boolean"),
    OutputField(("stopReason",), "Why the agent is stopped, where `continue` is `false`", Effect.STOP_REASON),
)


def decides(doc: str, no: Reaction, *, asks: bool = False) -> tuple[OutputField, ...]:
    """`decision` with its `reason`; the words have the same meaning on every event that reads them."""
    words = {
        "allow": Reaction(decision=Decision.ALLOW),
        "approve": Reaction(decision=Decision.ALLOW),
        "deny": no,
        "block": no,
    }
    if asks:
        words["ask"] = Reaction(decision=Decision.ASK, reason=Words.REASON)
    return (
        OutputField(("decision",), doc, Effect.DECIDES, words=words, reason=("reason",)),
        OutputField(("reason",), "The reason, given with the decision"),
    )


def specific(name: str, doc: str, effect: Effect = Effect.NOTED, kind: str = "string") -> OutputField:
    """A field of `hookSpecificOutput`."""
    return OutputField(("hookSpecificOutput", name), doc, effect, kind)


EVENT_NAME = specific("hookEventName", "The event that the answer is for; any is taken")
CONTEXT = specific("additionalContext", "Added to what the model reads; `<` and `>` are escaped", Effect.CONTEXT)
