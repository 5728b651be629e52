"""What came of firing hooks, as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.engine.plan import Step
from hookwright.model.outcome import Outcome, Run
from hookwright.model.reaction import Decision, Status
from hookwright.workflows.display import BOLD, DIM, GREEN, RED, YELLOW, tinted
from hookwright.workflows.firing.fired import Fired
from hookwright.workflows.firing.input_diff import input_diff
from hookwright.workflows.firing.run_findings import slow_run
from hookwright.workflows.phrases import cut_words, how_it_ended, meaning_of, seconds_words
from hookwright.workflows.verdict import shown, summary_line

_MARKS = {
    Status.SUCCEEDED: ("✓", GREEN),
    Status.BLOCKED: ("✗", RED),
    Status.FAILED: ("!", YELLOW),
    Status.TIMED_OUT: ("!", YELLOW),
    Status.CANNOT_START: ("!", YELLOW),
    Status.SKIPPED: ("-", DIM),
    Status.RUNNING: ("…", DIM),
}
_MOST_LINES = 40


def plain_report(fired: Fired, *, color: bool = False) -> str:
    """A head line with the verdict, then every run with what it printed, then who is told what."""
    lines = [_head(fired, color=color)]
    lines += [f"  note: {note}" for note in fired.notes]
    for run, step in fired.runs():
        mark, tint = _MARKS[run.reading.status]
        title = run.hook.name or run.hook.command.strip().split("\n", 1)[0]
        lines += ["", f"{tinted(tint, mark, color=color)} {tinted(BOLD, title, color=color)}"]
        lines += (f"    {line}" for line in _run(fired, run, step))
    lines += _changed_input(fired)
    lines += _changes_of_copy(fired)
    told = list(_told(fired.outcome))
    return "\n".join([*lines, *([""] if told else []), *told]) + "\n"


def _head(fired: Fired, *, color: bool) -> str:
    outcome = fired.outcome
    decision = outcome.folded.decision
    bad = decision is Decision.DENY or outcome.folded.blocked or outcome.folded.stop_agent
    troubled = any(run.reading.status is not Status.SUCCEEDED for run in outcome.runs)
    tint = RED if bad else YELLOW if troubled or decision is Decision.ASK else GREEN
    sample = f" ({fired.sample})" if fired.sample else ""
    return f"{tinted(BOLD, outcome.event, color=color)}{sample}  {tinted(tint, summary_line(outcome), color=color)}"


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
    yield from _stream("stdout", result.stdout, result.stdout_left_out)
    yield from _stream("stderr", result.stderr, result.stderr_left_out)
    for problem in run.reading.problems:
        yield f"{problem.code} /{'/'.join(problem.path)}: {problem.message}"
    slow = slow_run(fired.row, run, step.timeout) if step else None
    if slow:
        yield f"HW804: {slow}"


def _changed_input(fired: Fired) -> Iterator[str]:
    diff = input_diff(fired)
    if diff:
        yield from ("", "The hooks change the tool input:")
        yield from _some(shown(diff)[0].splitlines())


def _changes_of_copy(fired: Fired) -> Iterator[str]:
    if fired.changes is None:
        return
    yield from ("", "In the copy:" if fired.changes else "Nothing changed in the copy.")
    for it in fired.changes:
        yield f"  {it.kind.value} {it.path}"
        yield from _some(shown(it.diff)[0].splitlines())


def _some(lines: list[str]) -> Iterator[str]:
    yield from (f"      {line}" for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"      … {len(lines) - _MOST_LINES} more lines"


def _stream(name: str, text: str, left_out: int) -> Iterator[str]:
    visible, hidden = shown(text)
    lines = visible.splitlines()
    yield from (f"{name} │ {line}" for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES or hidden:
        hidden += sum(len(line) + 1 for line in lines[_MOST_LINES:])
        yield f"{name} │ … {hidden:,} more characters"
    if left_out:
        yield f"{name} │ … {cut_words(text, left_out)}"


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
