from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hookwright.model.outcome import Folded, HookIdentity, Outcome, Reading, Result, Run
from hookwright.model.reaction import Decision, Status
from hookwright.wording.display import shown
from hookwright.wording.verdict import recorded_verdict, summary_line, undecided, verdict, wall_time

START = datetime(2026, 1, 1, tzinfo=UTC)
HOOK = HookIdentity(id="1", source="/s", scope="project", pointer="/p", name=None, type="command", command="x")


def run(status: Status, *, after: float = 0, took: float = 0.01, stderr: str = "") -> Run:
    result = Result(exit_code=0, started_at=START + timedelta(seconds=after), duration=took, stderr=stderr)
    return Run(hook=HOOK, reading=Reading(status=status), result=result)


def outcome(folded: Folded, *runs: Run) -> Outcome:
    return Outcome(dispatch_id="d", event="PreToolUse", dialect="ai-agents", folded=folded, runs=runs)


@pytest.mark.parametrize(
    ("folded", "status", "said"),
    [
        (Folded(decision=Decision.DENY, blocked=True), Status.BLOCKED, "deny"),
        (Folded(decision=Decision.ALLOW, stop_agent=True), Status.SUCCEEDED, "stops the agent"),
        (Folded(blocked=True), Status.BLOCKED, "blocked"),
        (Folded(must_continue=True), Status.BLOCKED, "the agent goes on"),
        (Folded(), Status.BLOCKED, "objected"),
        (Folded(), Status.TIMED_OUT, "timed-out: the normal permission rules apply"),
        (Folded(), Status.CANNOT_START, "cannot-start: the normal permission rules apply"),
        (Folded(), Status.SUCCEEDED, "no decision: the normal permission rules apply"),
    ],
)
def test_the_one_thing_that_is_said(folded: Folded, status: Status, said: str) -> None:
    assert verdict(outcome(folded, run(Status.SUCCEEDED), run(status))) == said

    recorded: dict[str, Any] = {"cancelled": False, "stopAgent": folded.stop_agent, "blocked": folded.blocked}
    recorded |= {"decision": folded.decision and folded.decision.value, "mustContinue": folded.must_continue}
    recorded |= {"dialect": "ai-agents", "event": "PreToolUse"}
    runs = [{"status": "succeeded"}, {"status": status.value}]
    assert recorded_verdict({**recorded, "runs": runs}) == said
    assert recorded_verdict({**recorded, "runs": runs, "cancelled": True}) == "cancelled"


def test_what_the_agent_does_then_is_that_of_the_event() -> None:
    assert undecided("no decision", "claude-code", "Stop") == "no decision: the agent stops"
    assert undecided("no decision", "clawdcode", "Compaction") == "no decision: the context is compacted"
    assert undecided("no decision", "no such dialect", "Stop") == "no decision"


def test_nothing_ran() -> None:
    assert summary_line(outcome(Folded())) == "nothing ran: the normal permission rules apply"


def test_the_line_has_the_first_line_of_the_reason() -> None:
    found = outcome(Folded(decision=Decision.DENY, reason="protected file\nand more"), run(Status.BLOCKED, took=0.012))
    assert summary_line(found) == "deny · 12 ms · protected file"


def test_a_failure_says_what_the_hook_said() -> None:
    found = outcome(Folded(), run(Status.FAILED, stderr="\x1b[31mno such module\x1b[0m\n"))
    assert summary_line(found) == "failed: the normal permission rules apply · 10 ms · no such module"


def test_the_time_from_the_first_start_to_the_last_end() -> None:
    assert wall_time([run(Status.SUCCEEDED, after=0.5, took=1), run(Status.SUCCEEDED, took=0.2)]) == pytest.approx(1.5)


def test_what_is_shown_has_no_power_over_a_terminal() -> None:
    text, left_out = shown("\x1b[1;31ma\x1b[m\x1b[2J\x1b]0;title\x07b\x07\r\nc\td\n")
    assert (text, left_out) == ("a␛[2J␛]0;title␇b␇\nc\td", 0)
    assert shown("x" * 20_001)[1] == 1
