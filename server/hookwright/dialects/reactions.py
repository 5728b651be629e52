"""What hooks usually bring about when they end or answer, out of which most tables are made."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hookwright.model.reaction import Audience, Choice, Decision, ExitTable, Level, Reaction, Say, Status, Words

_NO_CODES: Mapping[int, Reaction] = MappingProxyType({})

READ = Reaction(reads_output=True)
READ_AS_CONTEXT = Reaction(reads_output=True, adds_context=True)
ALLOWED = Reaction(decision=Decision.ALLOW)
ASKED = Reaction(decision=Decision.ASK, reason=Words.REASON)


def failed(status: Status = Status.FAILED, words: Words = Words.STDERR, *, reads_output: bool = False) -> Reaction:
    """A failure that lets everything go on, and shows the user what it said."""
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, words), reads_output=reads_output)


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


def denial(words: Words, to: Audience = Audience.AGENT, decision: Decision | None = Decision.DENY) -> Reaction:
    """Keeps the announced thing from going on."""
    return refusal(to, words, decision=decision, blocks=True)


def feedback(words: Words) -> Reaction:
    """Objects to what has happened: the model reads why."""
    return refusal(Audience.AGENT, words)


def going_on(words: Words) -> Reaction:
    """Keeps the agent from stopping, and tells it why."""
    return refusal(Audience.AGENT, words, goes_on=True)


def exits(
    two: Reaction | None = None,
    *,
    success: Reaction | Choice = READ,
    words: Words = Words.STDERR,
    codes: Mapping[int, Reaction] = _NO_CODES,
    unreadable: Reaction | None = None,
) -> ExitTable:
    """Exit 2 does what is given, as do other `codes`; every other failure lets everything go on."""
    other = failed(words=words)
    return ExitTable(
        codes={0: success, 2: two or other, **codes},
        other=other,
        timed_out=failed(Status.TIMED_OUT, words),
        cannot_start=failed(Status.CANNOT_START, words),
        unreadable=unreadable,
    )
