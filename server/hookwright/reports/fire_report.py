"""The result of firing hooks: as a Markdown page, and as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.engine.plan import Step
from hookwright.firing.fire_result import FireResult, input_diff
from hookwright.firing.refused_nothing import refused_nothing
from hookwright.firing.run_findings import slow_run
from hookwright.model.outcome import Outcome, Result, Run
from hookwright.model.reaction import Audience, Decision, Status
from hookwright.visible import BOLD, DIM, GREEN, RED, YELLOW, tinted, visible_line
from hookwright.wording.display import code, fence, pretty, prose, shown
from hookwright.wording.phrases import cut_words, how_it_ended, meaning_of, seconds_words
from hookwright.wording.verdict import summary_line, verdict, wall_time

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


def fire_report(fired: FireResult) -> str:
    """The page: the decision, what the agent and the user see, every run, and the payload."""
    blocks = [
        f"# {fired.outcome.event}: {verdict(fired.outcome)}",
        _opening(fired),
        *(f"> {prose(note)}" for note in fired.notes),
        *_messages(fired.outcome),
        *_changed(fired),
        *_rewritten(fired.outcome),
    ]
    blocks += _changes_of_copy(fired)
    for number, (run, step) in enumerate(fired.runs(), 1):
        blocks += _run(fired, number, run, step)
    blocks += ["## What the hook read on stdin", fence(pretty(fired.payload), "json")]
    return "\n\n".join(blocks) + "\n"


def _opening(fired: FireResult) -> str:
    took = wall_time(fired.outcome.runs)
    count = len(fired.outcome.runs)
    with_what = f" with the sample {code(fired.sample)}" if fired.sample else ""
    timed = f", in {seconds_words(took)}" if took is not None else ""
    return f"{count} hook{'' if count == 1 else 's'} of {fired.dialect.title} fired{with_what}{timed}."


def _messages(outcome: Outcome) -> Iterator[str]:
    for audience, heading in ((Audience.AGENT, "What the agent sees"), (Audience.USER, "What the user sees")):
        texts = [(it.level.value, it.text) for it in outcome.messages if it.to is audience]
        if audience is Audience.AGENT and outcome.folded.additional_context:
            texts.append(("context", outcome.folded.additional_context))
        if audience is Audience.USER and outcome.folded.stop_reason:
            texts.append(("the agent was stopped", outcome.folded.stop_reason))
        if texts:
            yield f"## {heading}"
        for label, text in texts:
            yield f"{label}:\n\n{_block(text)}"


def _changed(fired: FireResult) -> Iterator[str]:
    changed, diff = fired.outcome.folded.updated_input, input_diff(fired)
    if changed is None:
        return
    if diff:
        yield "## How the hooks change the tool input"
        yield fence(shown(diff)[0], "diff")
    else:
        yield "## The tool input after the hooks" if diff is None else "## The tool input stays as it is"
        yield fence(shown(pretty(dict(changed)))[0], "json")


def _rewritten(outcome: Outcome) -> Iterator[str]:
    result, prompt = outcome.folded.updated_result, outcome.folded.updated_prompt
    if result is not None:
        yield "## What takes the place of the result"
        yield _block(result) if isinstance(result, str) else fence(shown(pretty(result))[0], "json")
    if prompt is not None:
        yield "## What takes the place of the prompt"
        yield _block(prompt)


def _changes_of_copy(fired: FireResult) -> Iterator[str]:
    if fired.changes is None:
        return
    yield "## What changed in the copy" if fired.changes else "## Nothing changed in the copy"
    for it in fired.changes:
        yield f"{code(it.path)} {it.kind.value}"
        yield fence(shown(it.diff)[0], "diff")


def _run(fired: FireResult, number: int, run: Run, step: Step | None) -> Iterator[str]:
    title = run.hook.name or run.hook.command.strip().split("\n", 1)[0]
    yield f"## {number}. {code(title)} {run.reading.status.value}"
    yield f"{code(run.hook.pointer)} in {code(run.hook.source)}"
    if "\n" in run.hook.command.strip():
        yield fence(shown(run.hook.command)[0], "sh")
    if run.skipped_because:
        yield f"Skipped: {prose(run.skipped_because)}"
    result = run.result
    if result is None:
        return
    yield f"**{how_it_ended(result)}** {_took_and_meant(fired, run, result, step)}."
    yield from _printed(run, result)
    futile = refused_nothing(fired, run) if not run.reading.problems else None
    if futile:
        yield f"- HW805: {prose(futile)}"
    slow = slow_run(fired.row, run, step.timeout) if step else None
    if slow:
        yield f"- HW804: {prose(slow)}"


def _took_and_meant(fired: FireResult, run: Run, result: Result, step: Step | None) -> str:
    limit = f" (time-out {seconds_words(step.timeout)})" if step else ""
    means = meaning_of(run, fired.row, {**step.hook.values, **fired.plan.knobs} if step else {})
    return f"after {seconds_words(result.duration)}{limit}: {means}"


def _printed(run: Run, result: Result) -> Iterator[str]:
    if result.problem:
        yield f"problem:\n\n{_block(result.problem)}"
    if run.reading.output is not None:
        yield f"stdout, read as JSON:\n\n{fence(pretty(run.reading.output), 'json')}"
    elif result.stdout.strip():
        yield f"stdout{_cut(result.stdout, result.stdout_left_out)}:\n\n{_block(result.stdout)}"
    if result.stderr.strip():
        yield f"stderr{_cut(result.stderr, result.stderr_left_out)}:\n\n{_block(result.stderr)}"
    if not (result.stdout.strip() or result.stderr.strip() or result.problem):
        yield "It printed nothing."
    if run.reading.problems:
        yield "\n".join(
            f"- {it.code} {code('/' + '/'.join(it.path))}: {prose(it.message)}" for it in run.reading.problems
        )


def _block(text: str) -> str:
    visible, left_out = shown(text)
    return fence(visible) + (f"\n\n… and {left_out:,} more characters" if left_out else "")


def _cut(text: str, left_out: int) -> str:
    words = cut_words(text, left_out)
    return f" ({words})" if words else ""


def plain_fire_report(fired: FireResult, *, color: bool = False) -> str:
    """The verdict, every run with its output, and what the agent and the user see."""
    lines = [_plain_head(fired, color=color)]
    lines += [f"  note: {visible_line(note)}" for note in fired.notes]
    for run, step in fired.runs():
        mark, tint = _MARKS[run.reading.status]
        title = run.hook.name or run.hook.command.strip().split("\n", 1)[0]
        lines += ["", f"{tinted(tint, mark, color=color)} {tinted(BOLD, visible_line(title), color=color)}"]
        lines += (f"    {visible_line(line)}" for line in _plain_run(fired, run, step))
    lines += _plain_changed_input(fired)
    lines += _plain_rewritten(fired.outcome)
    lines += _plain_changes_of_copy(fired)
    messages = list(_plain_messages(fired.outcome))
    return "\n".join([*lines, *([""] if messages else []), *messages]) + "\n"


def _plain_head(fired: FireResult, *, color: bool) -> str:
    outcome = fired.outcome
    decision = outcome.folded.decision
    bad = decision is Decision.DENY or outcome.folded.blocked or outcome.folded.stop_agent
    troubled = any(run.reading.status is not Status.SUCCEEDED for run in outcome.runs)
    tint = RED if bad else YELLOW if troubled or decision in (Decision.ASK, Decision.DEFER) else GREEN
    sample = f" ({fired.sample})" if fired.sample else ""
    return f"{tinted(BOLD, outcome.event, color=color)}{sample}  {tinted(tint, summary_line(outcome), color=color)}"


def _plain_run(fired: FireResult, run: Run, step: Step | None) -> Iterator[str]:
    if run.skipped_because:
        yield f"skipped: {run.skipped_because}"
    result = run.result
    if result is None:
        return
    yield f"{how_it_ended(result)} {_took_and_meant(fired, run, result, step)}"
    if result.problem:
        yield f"problem: {result.problem}"
    yield from _stream("stdout", result.stdout, result.stdout_left_out)
    yield from _stream("stderr", result.stderr, result.stderr_left_out)
    for problem in run.reading.problems:
        yield f"{problem.code} /{'/'.join(problem.path)}: {problem.message}"
    futile = refused_nothing(fired, run) if not run.reading.problems else None
    if futile:
        yield f"HW805: {futile}"
    slow = slow_run(fired.row, run, step.timeout) if step else None
    if slow:
        yield f"HW804: {slow}"


def _plain_changed_input(fired: FireResult) -> Iterator[str]:
    diff = input_diff(fired)
    if diff:
        yield from ("", "The hooks change the tool input:")
        yield from _some(shown(diff)[0].splitlines())


def _plain_rewritten(outcome: Outcome) -> Iterator[str]:
    result, prompt = outcome.folded.updated_result, outcome.folded.updated_prompt
    for what, text in (("result", result), ("prompt", prompt)):
        if text is not None:
            yield from ("", f"What takes the place of the {what}:")
            yield from _some(shown(text if isinstance(text, str) else pretty(text))[0].splitlines())


def _plain_changes_of_copy(fired: FireResult) -> Iterator[str]:
    if fired.changes is None:
        return
    yield from ("", "In the copy:" if fired.changes else "Nothing changed in the copy.")
    for it in fired.changes:
        yield f"  {it.kind.value} {visible_line(it.path)}"
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


def _plain_messages(outcome: Outcome) -> Iterator[str]:
    for message in outcome.messages:
        yield f"→ {message.to.value} ({message.level.value}): {_one_line(message.text)}"
    if outcome.folded.additional_context:
        yield f"→ agent (context): {_one_line(outcome.folded.additional_context)}"
    if outcome.folded.stop_reason:
        yield f"→ user (the agent was stopped): {_one_line(outcome.folded.stop_reason)}"


def _one_line(text: str) -> str:
    line = " ".join(shown(text)[0].split())
    return line if len(line) <= 200 else line[:199] + "…"
