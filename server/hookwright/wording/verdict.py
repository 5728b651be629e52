"""The outcome of an event in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hookwright.dialects import find
from hookwright.model.outcome import Outcome, Run
from hookwright.model.reaction import Status
from hookwright.wording.display import shown
from hookwright.wording.phrases import seconds_words

_FAULTS = (Status.TIMED_OUT, Status.CANNOT_START, Status.FAILED, Status.SKIPPED, Status.BLOCKED)


def summary_line(outcome: Outcome) -> str:
    """The outcome on one line, such as `deny · 12 ms · protected file`."""
    parts = [verdict(outcome)]
    took = wall_time(outcome.runs)
    if took is not None:
        parts.append(seconds_words(took))
    if why := _first_line(why_text(outcome)):
        parts.append(why)
    return " · ".join(parts)


def verdict(outcome: Outcome) -> str:
    """The most important thing about the outcome: its decision, another effect, or how a hook failed.

    If nothing was decided, it says what the agent does then.
    """
    folded = outcome.folded
    if folded.stop_agent:
        return "stops the agent"
    if folded.decision is not None:
        return folded.decision.value
    if folded.blocked:
        return "blocked"
    if folded.must_continue:
        return "the agent goes on"
    return _without_decision([run.reading.status.value for run in outcome.runs], outcome.dialect, outcome.event)


def recorded_verdict(record: Mapping[str, Any]) -> str:
    """The same for a dispatch in the form of `hookwright/history`, or that it was cancelled."""
    if record["cancelled"]:
        return "cancelled"
    if record["stopAgent"]:
        return "stops the agent"
    if record["decision"] is not None:
        return str(record["decision"])
    if record["blocked"]:
        return "blocked"
    if record["mustContinue"]:
        return "the agent goes on"
    return _without_decision([run["status"] for run in record["runs"]], record["dialect"], record["event"])


def _without_decision(statuses: Sequence[str], dialect: str, event: str) -> str:
    fault = next((status for status in _FAULTS if status.value in statuses), None)
    if fault is Status.BLOCKED:
        return "objected"
    what = fault.value if fault else "no decision" if statuses else "nothing ran"
    return undecided(what, dialect, event)


def undecided(what: str, dialect: str, event: str) -> str:
    """What happened when hooks decided nothing, and what the agent does then if the dialect is known."""
    known = find(dialect)
    row = known.event(event) if known is not None else None
    return f"{what}: {row.undecided}" if row is not None else what


def why_text(outcome: Outcome) -> str:
    """The explanation of the verdict: the reason, or what the first failed hook said; empty without one."""
    folded = outcome.folded
    if text := folded.stop_reason or folded.reason:
        return text
    for run in outcome.runs:
        if run.reading.status in _FAULTS:
            problem = run.result.problem if run.result else None
            return run.skipped_because or problem or (run.result.stderr if run.result else "")
    return ""


def wall_time(runs: Sequence[Run]) -> float | None:
    """Seconds from the first start to the last end; None if nothing was started."""
    results = [run.result for run in runs if run.result is not None]
    if not results:
        return None
    first = min(it.started_at for it in results)
    return max((it.started_at - first).total_seconds() + it.duration for it in results)


def _first_line(text: str) -> str:
    line = shown(text.strip().split("\n", 1)[0])[0].strip()
    return line if len(line) <= 100 else line[:99] + "…"
