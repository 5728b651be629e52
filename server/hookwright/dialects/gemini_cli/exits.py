"""What the ways to end and the words of an answer mean to Gemini CLI (H4, H5)."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects import fields
from hookwright.dialects.reactions import ALLOWED, ASKED, failed
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.reaction import Audience, Effect, ExitTable, Level, OutputField, Reaction, Say, Status, Words

DOCUMENTED = Evidence(Basis.DOCUMENTED, "0.61.0", "2026-11-20", "https://geminicli.com/docs/hooks/reference/")
PRINTED = Words.STDOUT_OR_STDERR

_READ = Reaction(says=Say(Audience.USER, Level.INFO, PRINTED), reads_output=True)
_WARNED = failed(words=PRINTED, reads_output=True)


def exits(no: Reaction | None = None) -> ExitTable:
    """Every code but 0 and 1 is a no, if the hook printed anything; the answer of a hook goes before its code."""
    other = _WARNED if no is None else replace(no, reads_output=True, wordless=failed(), yields=True)
    return ExitTable(
        codes={0: _READ, 1: _WARNED, 2: other, 126: other, 127: other},
        other=other,
        timed_out=failed(Status.TIMED_OUT),
        cannot_start=failed(Status.CANNOT_START),
        signaled=_WARNED,
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
        "allow": ALLOWED,
        "approve": ALLOWED,
        "deny": no,
        "block": no,
    }
    if asks:
        words["ask"] = ASKED
    return fields.decides(doc, words, "The reason, given with the decision")


def specific(name: str, doc: str, effect: Effect = Effect.NOTED, kind: str = "string") -> OutputField:
    """A field of `hookSpecificOutput`."""
    return OutputField(("hookSpecificOutput", name), doc, effect, kind)


EVENT_NAME = specific("hookEventName", "The event that the answer is for; any is taken")
CONTEXT = specific("additionalContext", "Added to what the model reads; `<` and `>` are escaped", Effect.CONTEXT)
