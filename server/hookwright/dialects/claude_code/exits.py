"""What the exit codes of a Claude Code hook do, event by event, and what a failure does where `onFailure` picks it."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.reactions import READ, failed
from hookwright.model.reaction import Choice, ExitTable, Reaction, Status

ON_FAILURE = "onFailure"

_FAILED = failed(reads_output=True)
_CANNOT_START = failed(Status.CANNOT_START, reads_output=True)

GOES_ON = Reaction(must_continue=True)
"""Keeps the agent from stopping, without a reason: the added context tells it what to do."""


def observing(success: Reaction = READ) -> ExitTable:
    """Nothing blocks: stderr of any failure is shown to the user."""
    return ExitTable(
        codes={0: success, 2: _FAILED},
        other=_FAILED,
        timed_out=failed(Status.TIMED_OUT),
        cannot_start=_CANNOT_START,
    )


def silent(success: Reaction = READ) -> ExitTable:
    """Nothing blocks, and failures are not reported."""
    return ExitTable(
        codes={0: success},
        other=Reaction(status=Status.FAILED),
        timed_out=Reaction(status=Status.TIMED_OUT),
        cannot_start=Reaction(status=Status.CANNOT_START, reads_output=True),
    )


def unguarded(exit_two: Reaction) -> ExitTable:
    """Exit 2 does `exit_two`; other failures never block, even with `onFailure`."""
    return replace(observing(), codes={0: READ, 2: replace(exit_two, reads_output=True)})


def guarded(exit_two: Reaction, success: Reaction = READ) -> ExitTable:
    """Exit 2 does `exit_two`; other failures warn, or do the same where `onFailure` is `block`."""
    return replace(failing_open(exit_two, success), codes={0: success, 2: replace(exit_two, reads_output=True)})


def failing_open(chosen: Reaction, success: Reaction = READ) -> ExitTable:
    """Exit 2 warns; so does every other failure, or it does `chosen` where `onFailure` is `block`."""
    other = _choice(chosen, _FAILED)
    return ExitTable(
        codes={0: success, 2: _FAILED},
        other=other,
        timed_out=_choice(replace(chosen, status=Status.TIMED_OUT), failed(Status.TIMED_OUT)),
        cannot_start=_choice(replace(chosen, status=Status.CANNOT_START), _CANNOT_START),
    )


def failing_closed(reaction: Reaction, success: Reaction = READ) -> ExitTable:
    """Every failure does `reaction`."""
    return ExitTable(
        codes={0: success},
        other=reaction,
        timed_out=replace(reaction, status=Status.TIMED_OUT),
        cannot_start=replace(reaction, status=Status.CANNOT_START),
    )


def _choice(block: Reaction, go: Reaction) -> Choice:
    return Choice(key=ON_FAILURE, cases={"block": block, "continue": go}, otherwise=go)
