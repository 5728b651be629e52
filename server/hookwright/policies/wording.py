"""The text that a reaction's words name; if a hook said nothing, a sentence that says how it ended."""

from __future__ import annotations

import signal

from msgspec import Struct

from hookwright.model.outcome import Result
from hookwright.model.reaction import Status, Words

_TAIL = 2000
"""Characters of stderr that are repeated after our own sentence."""


class Ending(Struct, frozen=True):
    """How a run ended: its result, the seconds it was given, and its stdout as far as that is plain text."""

    result: Result
    timeout: float | None
    plain: str


def spoken(words: Words | None, status: Status, ending: Ending, reason: str | None) -> str | None:
    """The text, None if nothing is to be said; never blank.  `reason` is the one given in the output."""
    if words is None:
        return None
    if words is Words.ENDING:
        return how_it_ended(ending)
    match status:
        case Status.SUCCEEDED:
            return _chosen(words, ending, reason) or None
        case Status.TIMED_OUT:
            return _with_tail(_time_out(ending), ending)
        case Status.CANNOT_START:
            return ending.result.problem or ending.result.stderr.strip() or ending.plain or _silent(ending)
    if ending.result.signal is not None:
        return _with_tail(f"was killed by {_signal_name(ending.result.signal)}", ending)
    text = _chosen(words, ending, reason)
    if status is Status.BLOCKED:
        return text or _unexplained(words, ending)
    return text or _silent(ending)


def _chosen(words: Words, ending: Ending, reason: str | None) -> str:
    match words:
        case Words.STDOUT:
            return ending.plain
        case Words.STDERR | Words.STDERR_ALONE:
            return ending.result.stderr.strip()
        case Words.STDERR_OR_STDOUT:
            return ending.result.stderr.strip() or ending.plain
        case Words.STDOUT_OR_STDERR:
            return ending.plain or ending.result.stderr.strip()
        case Words.ENDING:
            return how_it_ended(ending)
        case Words.REASON:
            return reason or ""


def _unexplained(words: Words, ending: Ending) -> str:
    if words is Words.REASON:
        return "the hook gave no reason"
    said = "" if words is Words.STDERR_ALONE else ending.plain
    return said or f"the hook exited {ending.result.exit_code} and gave no reason"


def how_it_ended(ending: Ending) -> str:
    """A phrase that goes behind the name of the hook."""
    result = ending.result
    if result.problem is not None:
        return result.problem
    if result.timed_out:
        return _time_out(ending)
    return _exited(result) if result.signal is None else f"was killed by {_signal_name(result.signal)}"


def _exited(result: Result) -> str:
    if result.exit_code is not None:
        return f"exited {result.exit_code}"
    # What is no process, such as a web service, has no exit code; what went wrong stands where stderr would.
    said = result.stderr.strip()
    return said.splitlines()[0] if said else "gave no answer"


def _silent(ending: Ending) -> str:
    how = _exited(ending.result)
    return f"{how} and wrote nothing to stderr" if ending.result.stdout.strip() else f"{how} and printed nothing"


def _time_out(ending: Ending) -> str:
    if not ending.result.timed_out:
        return f"exited {ending.result.exit_code}, which means a time-out"
    seconds = ending.timeout if ending.timeout is not None else round(ending.result.duration, 1)
    return f"timed out after {seconds:g} s and was killed"


def _with_tail(sentence: str, ending: Ending) -> str:
    tail = ending.result.stderr.strip()[-_TAIL:]
    return f"{sentence}\n{tail}" if tail else sentence


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
