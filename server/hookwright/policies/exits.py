"""What the way in which a command ended means on its event, before what it printed is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.codes import Code, Fault
from hookwright.model.outcome import Result
from hookwright.model.reaction import Choice, ExitTable, Reaction, Status, Words
from hookwright.policies.wording import Ending, how_it_ended

_NOT_RUNNABLE = (126, 127)


def reaction_of(result: Result, exits: ExitTable, values: Mapping[str, Any]) -> Reaction:
    """The table's entry for the way in which the command ended, picked by the hook's own keys where one picks it."""
    if result.problem is not None:
        entry = exits.cannot_start
    elif result.timed_out:
        entry = exits.timed_out
    elif result.exit_code is not None and result.exit_code in exits.codes:
        entry = exits.codes[result.exit_code]
    elif result.signal is not None and exits.signaled is not None:
        entry = exits.signaled
    else:
        entry = exits.cannot_start if result.exit_code in _NOT_RUNNABLE else exits.other
    return _picked(entry, values)


def worded(reaction: Reaction, result: Result) -> Reaction:
    """The reaction, or what it is where the hook gave no reason for it."""
    if reaction.wordless is None:
        return reaction
    texts = {
        Words.STDOUT: result.stdout,
        Words.STDERR: result.stderr,
        Words.STDERR_OR_STDOUT: result.stderr + result.stdout,
        Words.STDOUT_OR_STDERR: result.stdout + result.stderr,
    }
    return reaction if reaction.reason in texts and texts[reaction.reason].strip() else reaction.wordless


def without_object(printed: str, reaction: Reaction, exits: ExitTable, values: Mapping[str, Any]) -> Reaction:
    """What the command's end means if it should have printed an object, and has printed none."""
    if not reaction.reads_output:
        return reaction
    entry = exits.unreadable if printed.strip() else exits.silent
    return reaction if entry is None else _picked(entry, values)


def _picked(entry: Reaction | Choice, values: Mapping[str, Any]) -> Reaction:
    if isinstance(entry, Choice):
        return entry.cases.get(word_of(values.get(entry.key)), entry.otherwise)
    return entry


def word_of(value: object) -> str:
    """A text as it is, true and false as JSON has them; empty for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ""


def fault_of(ending: Ending, reaction: Reaction) -> Fault | None:
    """Why the hook had no say, by the way in which it ended; None if it had one.

    A hook that ended so has none even where the agent refuses for it.
    """
    result = ending.result
    if result.problem is not None:
        code = Code.COULD_NOT_START
    elif result.timed_out or reaction.status is Status.TIMED_OUT:
        code = Code.TIMED_OUT
    elif result.signal is not None:
        code = Code.KILLED
    elif reaction.status is Status.CANNOT_START or result.exit_code in _NOT_RUNNABLE:
        code = Code.COULD_NOT_START
    elif reaction.status is Status.FAILED:
        code = Code.FAILED
    else:
        return None
    return Fault(code, how_it_ended(ending))
