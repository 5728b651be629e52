"""What one run means on its event."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from hookwright.dialects import by_id
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Status
from hookwright.policies.reading import read_result


def _read(event: str, *, dialect: str = "ai-agents", values: dict[str, Any] | None = None, **result: Any) -> Reading:
    table = by_id(dialect)
    row = table.event(event)
    assert row is not None
    stdout = result.pop("stdout", "")
    result.setdefault("exit_code", 0)
    printed = stdout if isinstance(stdout, str) else json.dumps(stdout)
    ended = Result(stdout=printed, started_at=datetime.now(UTC), duration=0.5, **result)
    return read_result(ended, row, values or {}, dialect=table, timeout=5)


def _texts(reading: Reading) -> list[tuple[str, str, str]]:
    return [(to.value, level.value, text) for to, level, text in reading.messages]


@pytest.mark.parametrize(
    ("event", "result", "status", "messages"),
    [
        ("PreToolUse", {"stdout": "done\n"}, "succeeded", [("user", "info", "done")]),
        ("PreToolUse", {"stdout": " \n"}, "succeeded", []),
        ("PreToolUse", {"stdout": "[1]"}, "succeeded", [("user", "info", "[1]")]),
        ("PreToolUse", {"exit_code": 7, "stderr": "hm"}, "failed", [("user", "warning", "hm")]),
        ("PreToolUse", {"exit_code": 7}, "failed", [("user", "warning", "exited 7 and printed nothing")]),
        (
            "PreToolUse",
            {"exit_code": 7, "stdout": "x"},
            "failed",
            [("user", "warning", "exited 7 and wrote nothing to stderr")],
        ),
        ("PreToolUse", {"exit_code": 2, "stderr": "bad"}, "blocked", [("agent", "error", "bad")]),
        ("UserPromptSubmit", {"exit_code": 2, "stderr": "bad"}, "blocked", [("user", "error", "bad")]),
        ("PreToolUse", {"exit_code": 2, "stdout": "why"}, "blocked", [("agent", "error", "why")]),
        (
            "PreToolUse",
            {"exit_code": 2},
            "blocked",
            [("agent", "error", "the hook exited 2 and gave no reason")],
        ),
        (
            "PreToolUse",
            {"exit_code": 127, "stderr": "x: not found"},
            "cannot-start",
            [("user", "warning", "x: not found")],
        ),
        ("PreToolUse", {"exit_code": 126}, "cannot-start", [("user", "warning", "exited 126 and printed nothing")]),
        ("PreToolUse", {"exit_code": None, "problem": "no bash"}, "cannot-start", [("user", "warning", "no bash")]),
        (
            "PreToolUse",
            {"exit_code": None, "signal": 9, "stderr": "oh"},
            "failed",
            [("user", "warning", "was killed by SIGKILL\noh")],
        ),
        (
            "PreToolUse",
            {"exit_code": None, "signal": 15, "timed_out": True, "stderr": "half"},
            "timed-out",
            [("user", "warning", "timed out after 5 s and was killed\nhalf")],
        ),
    ],
)
def test_ways_to_end(event: str, result: dict[str, Any], status: str, messages: list[tuple[str, str, str]]) -> None:
    reading = _read(event, **result)
    assert (reading.status.value, _texts(reading)) == (status, messages)


def test_an_exit_decides() -> None:
    reading = _read("PreToolUse", exit_code=2, stderr="bad\n")
    assert (reading.decision, reading.blocks, reading.reason) == (Decision.DENY, True, "bad")


@pytest.mark.parametrize(("word", "status"), [("allow", "succeeded"), ("ask", "succeeded"), ("deny", "blocked")])
def test_words_decide(word: str, status: str) -> None:
    reading = _read("PreToolUse", stdout={"decision": word})
    assert (reading.decision, reading.status.value) == (Decision(word), status)


def test_a_refusal_without_a_reason_gets_a_sentence() -> None:
    assert _read("PreToolUse", stdout={"decision": "deny"}).reason == "the hook gave no reason"
    assert _read("PreToolUse", stdout={"decision": "ask"}).reason is None
    assert _read("PreToolUse", stdout={"decision": "deny", "reason": 3}).reason == "the hook gave no reason"


def test_a_wrong_word_decides_nothing() -> None:
    reading = _read("PreToolUse", stdout={"decision": "block", "reason": "x"})
    assert (reading.decision, reading.status, reading.reason) == (None, Status.SUCCEEDED, None)
    assert [it.code for it in reading.problems] == ["HW803"]


def test_an_object_stands_in_for_plain_words() -> None:
    reading = _read("UserPromptSubmit", stdout={"additionalContext": "now"})
    assert (reading.context, reading.messages) == ("now", ())
    assert _read("UserPromptSubmit", stdout="plain\n").context == "plain"


def test_stopping_the_agent() -> None:
    reading = _read("PreToolUse", stdout={"continue": False, "stopReason": "enough"})
    assert (reading.stop_agent, reading.stop_reason) == (True, "enough")
    assert _texts(reading) == [("user", "warning", "enough")]
    assert not _read("PreToolUse", stdout={"continue": "false", "stopReason": "x"}).stop_agent
    assert _read("PreToolUse", stdout={"stopReason": "x"}).stop_reason is None


def test_claude_code_reads_an_object_at_exit_two_but_takes_no_refusal_back() -> None:
    allow = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}
    reading = _read("PreToolUse", dialect="claude-code", exit_code=2, stderr="no", stdout=allow)
    assert (reading.decision, reading.reason, reading.output) == (Decision.DENY, "no", allow)


def test_claude_code_lets_an_object_speak_for_a_failure() -> None:
    reading = _read("PreToolUse", dialect="claude-code", exit_code=1, stderr="x", stdout={"systemMessage": "note"})
    assert (reading.status, _texts(reading)) == (Status.FAILED, [("user", "info", "note")])


def test_a_key_of_the_hook_picks_the_reaction() -> None:
    chosen = _read("PreToolUse", dialect="claude-code", exit_code=1, stderr="x", values={"onFailure": "block"})
    assert chosen.blocks
    assert not _read("PreToolUse", dialect="claude-code", exit_code=1, values={"onFailure": ["block"]}).blocks


def test_an_input_is_replaced() -> None:
    specific = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"command": "ls"}}
    reading = _read("PreToolUse", dialect="claude-code", stdout={"hookSpecificOutput": specific})
    assert reading.updated_input == {"command": "ls"}
