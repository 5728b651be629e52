"""What the `clawdcode` table says, held to its requirements."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.every import every

from hookwright.dialects import by_id
from hookwright.model.event import EventRow, Order
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision
from hookwright.policies.payloads import Facts, environment, stdin_object
from hookwright.policies.reading import read_result
from hookwright.readers.choice import place_of

DIALECT = by_id("clawdcode")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
DECIDING, BLOCKABLE = ("PreToolUse", "PermissionRequest"), ("UserPromptSubmit", "Compaction")
OTHERS = tuple(it.name for it in DIALECT.events if it.name not in (*DECIDING, *BLOCKABLE))
SAMPLES = {
    "PostToolUse": "tool_response",
    "PostToolUseFailure": "error",
    "UserPromptSubmit": "prompt",
    "Stop": "stop_reason",
    "SubagentStop": "stop_reason",
    "Notification": "message",
    "Compaction": "pre_tokens",
}


def _row(name: str) -> EventRow:
    row = DIALECT.event(name)
    assert row is not None
    return row


def _read(event: str, stdout: object = "", knobs: dict[str, str] | None = None, **how: Any) -> Reading:
    text = stdout if isinstance(stdout, str) else json.dumps(stdout)
    result = Result(**{"exit_code": 0, "stdout": text, "started_at": NOW, "duration": 0.1, **how})
    return read_result(result, _row(event), knobs or {}, dialect=DIALECT, timeout=5)


def _facts(**payload: Any) -> Facts:
    return Facts(payload=payload, session_id="s", project_dir="/p", dispatch_id="d", timestamp=NOW)


def test_a1_eleven_events() -> None:
    assert [it.name for it in DIALECT.events] == [
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PermissionRequest",
        "UserPromptSubmit",
        "SessionStart",
        "SessionEnd",
        "Stop",
        "SubagentStop",
        "Notification",
        "Compaction",
    ]


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("/home/me/.clawdcode/settings.json", "user"),
        ("/p/.clawdcode/settings.json", "project"),
        ("/p/.clawdcode/settings.local.json", "local"),
    ],
)
def test_where_its_files_lie(path: str, scope: str) -> None:
    found = place_of(path, home="/home/me")
    assert found is not None
    assert (found[0].id, found[1].value) == ("clawdcode", scope)


@pytest.mark.parametrize("event", [it.name for it in DIALECT.events])
def test_a7_every_event_says_who_when_and_where(event: str) -> None:
    payload = {SAMPLES[event]: "given"} if event in SAMPLES else {}
    assert stdin_object(DIALECT, _row(event), _facts(**payload)) == {
        "hook_event_name": event,
        "hook_execution_id": "d",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "project_dir": "/p",
        "session_id": "s",
        "permission_mode": "default",
        **payload,
    }


@pytest.mark.parametrize(("event", "field"), SAMPLES.items())
def test_a7_what_an_event_carries_is_in_its_table(event: str, field: str) -> None:
    assert field in [it.name for it in _row(event).payload]


def test_a8_the_decision_stands_at_the_top_level() -> None:
    said = {"permissionDecision": "deny", "permissionDecisionReason": "no", "updatedInput": {"a": 1}}
    reading = _read("PreToolUse", said)
    assert (reading.decision, reading.reason, reading.updated_input) == (Decision.DENY, "no", {"a": 1})
    assert _read("PreToolUse", {"hookSpecificOutput": said}).decision is None
    assert _read("PreToolUse", {"decision": "deny"}).problems[0].code == "HW802"


@every("event", [*DECIDING, *BLOCKABLE, *OTHERS])
@every("word", ["ignore", "deny", "ask"])
@pytest.mark.parametrize(
    ("knob", "how", "status"),
    [
        ("failureBehavior", {"exit_code": 3}, "failed"),
        ("failureBehavior", {"exit_code": None, "signal": 9}, "failed"),
        ("failureBehavior", {"exit_code": 127}, "cannot-start"),
        ("failureBehavior", {"exit_code": None, "problem": "gone"}, "cannot-start"),
        ("timeoutBehavior", {"exit_code": 124}, "timed-out"),
        ("timeoutBehavior", {"exit_code": None, "signal": 15, "timed_out": True}, "timed-out"),
    ],
)
def test_a9_failures_are_what_the_knobs_say(event: str, word: str, knob: str, how: dict[str, Any], status: str) -> None:
    other = "failureBehavior" if knob == "timeoutBehavior" else "timeoutBehavior"
    reading = _read(event, knobs={knob: word, other: "ignore"}, **how)
    refused = word == "deny" and event in (*DECIDING, *BLOCKABLE)
    decided = Decision(word) if word != "ignore" and event in DECIDING else None
    wanted = "blocked" if refused and status == "failed" else status
    assert (reading.status.value, reading.decision, reading.blocks) == (wanted, decided, refused)
    assert (reading.reason is None) == (decided is None and not refused)
    assert [level.value for _, level, _, _ in reading.messages] == ["error" if refused else "warning"]


@pytest.mark.parametrize("event", [it.name for it in DIALECT.events])
def test_a9_exit_1_warns_and_exit_2_refuses_whatever_the_knobs_say(event: str) -> None:
    knobs = {"failureBehavior": "deny", "timeoutBehavior": "deny"}
    warned, refused = (_read(event, knobs=knobs, exit_code=code, stderr="why") for code in (1, 2))
    assert (warned.status.value, warned.decision, warned.blocks) == ("failed", None, False)
    assert [(level.value, text) for _, level, text, _ in warned.messages] == [("warning", "why")]
    assert (refused.status.value, refused.reason) == ("blocked", "why")
    assert refused.blocks == (event in (*DECIDING, *BLOCKABLE))
    assert refused.decision == (Decision.DENY if event in DECIDING else None)


def test_a10_a11_a13_a14_how_events_are_run() -> None:
    serial = [it.name for it in DIALECT.events if it.running.order is Order.SERIAL]
    assert serial == ["PreToolUse", "PermissionRequest", "Stop", "SubagentStop", "Compaction"]
    assert [it.name for it in DIALECT.events if it.chain.accumulates] == ["PreToolUse"]


@pytest.mark.parametrize("event", ["PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart"])
def test_a11_a13_whatever_is_printed_is_context(event: str) -> None:
    for stdout in ("plain\n", '{"permissionDecision": "deny"}', '{"continue": false}'):
        reading = _read(event, stdout)
        assert (reading.context, reading.output, reading.stop_agent) == (stdout.strip(), None, False)
    assert _read(event, " \n").context is None


@pytest.mark.parametrize("word", ["approve", "allow", "deny", "ask"])
@pytest.mark.parametrize("key", ["permissionDecision", "decision"])
def test_a12_either_key_and_every_word_answers_a_permission_request(word: str, key: str) -> None:
    meant = Decision.ALLOW if word == "approve" else Decision(word)
    assert _read("PermissionRequest", {key: word}).decision is meant


def test_a14_only_true_makes_the_agent_go_on_and_only_false_keeps_the_context() -> None:
    for event in ("Stop", "SubagentStop"):
        assert _read(event, {"continue": True}).must_continue
        for other in (False, "true", 1, None):
            assert not _read(event, {"continue": other}).must_continue
    assert _read("Compaction", {"continue": False}).blocks
    for other in (True, "false", 0, None):
        assert not _read("Compaction", {"continue": other}).blocks


def test_a20_what_the_environment_carries() -> None:
    call = {"tool_name": "Write", "tool_input": {"file_path": "a b/$(x).py"}}
    shared = {"PROJECT_DIR": "/p", "SESSION_ID": "s"}
    for event in ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"):
        assert environment(DIALECT, _row(event), _facts(**call)) == {
            **shared,
            "HOOK_EVENT_NAME": event,
            "TOOL_NAME": "Write",
            "FILE_PATH": "a b/$(x).py",
        }
    assert "FILE_PATH" not in environment(DIALECT, _row("PreToolUse"), _facts(tool_name="Bash", tool_input={}))
    assert environment(DIALECT, _row("Stop"), _facts()) == {**shared, "HOOK_EVENT_NAME": "Stop"}
