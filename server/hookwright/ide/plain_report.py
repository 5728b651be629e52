"""What came of firing hooks, as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.engine.plan import Step
from hookwright.ide.fired import Fired
from hookwright.ide.verdict import shown, summary_line
from hookwright.ide.words import how_it_ended, meaning_of, seconds_words
from hookwright.model.outcome import Outcome, Run
from hookwright.model.reaction import Decision, Status

_BOLD, _DIM, _RED, _YELLOW, _GREEN, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[0m"
_MARKS = {
    Status.SUCCEEDED: ("✓", _GREEN),
    Status.BLOCKED: ("✗", _RED),
    Status.FAILED: ("!", _YELLOW),
    Status.TIMED_OUT: ("!", _YELLOW),
    Status.CANNOT_START: ("!", _YELLOW),
    Status.SKIPPED: ("-", _DIM),
    Status.RUNNING: ("…", _DIM),
}
_MOST_LINES = 40


def plain_report(fired: Fired, *, color: bool = False) -> str:
    """A head line with the verdict, then every run with what it printed, then who is told what."""
    lines = [_head(fired, color=color)]
    lines += [f"  note: {note}" for note in fired.notes]
    for run, step in fired.runs():
        mark, tint = _MARKS[run.reading.status]
        title = run.hook.name or run.hook.command.strip().split("\n", 1)[0]
        lines += ["", f"{_in(tint, mark, color=color)} {_in(_BOLD, title, color=color)}"]
        lines += (f"    {line}" for line in _run(fired, run, step))
    told = list(_told(fired.outcome))
    return "\n".join([*lines, *([""] if told else []), *told]) + "\n"


def _head(fired: Fired, *, color: bool) -> str:
    outcome = fired.outcome
    decision = outcome.folded.decision
    bad = decision is Decision.DENY or outcome.folded.blocked or outcome.folded.stop_agent
    troubled = any(run.reading.status is not Status.SUCCEEDED for run in outcome.runs)
    tint = _RED if bad else _YELLOW if troubled or decision is Decision.ASK else _GREEN
    sample = f" ({fired.sample})" if fired.sample else ""
    return f"{_in(_BOLD, outcome.event, color=color)}{sample}  {_in(tint, summary_line(outcome), color=color)}"


def _run(fired: Fired, run: Run, step: Step | None) -> Iterator[str]:
    if run.skipped_because:
        yield f"skipped: {run.skipped_because}"
    result = run.result
    if result is None:
        return
    limit = f" (time-out {seconds_words(step.timeout)})" if step else ""
    means = meaning_of(run, fired.row, {**step.hook.values, **fired.plan.knobs} if step else {})
    yield f"{how_it_ended(result)} after {seconds_words(result.duration)}{limit}: {means}"
    if result.problem:
        yield f"problem: {result.problem}"
    yield from _stream("stdout", result.stdout, cut=result.stdout_truncated)
    yield from _stream("stderr", result.stderr, cut=result.stderr_truncated)
    for problem in run.reading.problems:
        yield f"{problem.code} /{'/'.join(problem.path)}: {problem.message}"


def _stream(name: str, text: str, *, cut: bool) -> Iterator[str]:
    visible, left_out = shown(text)
    lines = visible.splitlines()
    yield from (f"{name} │ {line}" for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES or left_out or cut:
        yield f"{name} │ … (more is left out)"


def _told(outcome: Outcome) -> Iterator[str]:
    for message in outcome.messages:
        yield f"→ {message.to.value} ({message.level.value}): {_one_line(message.text)}"
    if outcome.folded.additional_context:
        yield f"→ agent (context): {_one_line(outcome.folded.additional_context)}"
    if outcome.folded.stop_reason:
        yield f"→ user (the agent was stopped): {_one_line(outcome.folded.stop_reason)}"


def _one_line(text: str) -> str:
    line = " ".join(shown(text)[0].split())
    return line if len(line) <= 200 else line[:199] + "…"


def _in(tint: str, text: str, *, color: bool) -> str:
    return f"{tint}{text}{_RESET}" if color else text
