"""What Qwen Code's hooks mean, read through the tables (requirements I)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.event import EventRow
from hookwright.model.hook import Hook, Scope
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Status
from hookwright.model.running import Duplicates
from hookwright.policies.reading import read_result
from hookwright.policies.spellings import other_names

QWEN = by_id("qwen-code")
EVENTS = [pytest.param(it, id=it.name) for it in QWEN.events]
WITHOUT_OUTPUT = {
    *("PermissionDenied", "SessionEnd", "SessionDelete", "InstructionsLoaded", "MessageDisplay"),
    *("StopFailure", "PostCompact"),
}
DENYING = {"PreToolUse", "PermissionRequest", "TodoCreated", "TodoCompleted"}
BLOCKING = DENYING | {"UserPromptSubmit", "UserPromptExpansion", "PostToolBatch"}
CONTINUING = {"Stop", "SubagentStop"}


def _row(event: str) -> EventRow:
    row = QWEN.event(event)
    assert row is not None
    return row


def _read(event: str, stdout: str = "", *, code: int = 0, stderr: str = "") -> Reading:
    ended = Result(exit_code=code, stdout=stdout, stderr=stderr, started_at=datetime.now(UTC), duration=0.1)
    return read_result(ended, _row(event), {}, dialect=QWEN)


def _hooks(*entries: Any) -> tuple[tuple[Hook, ...], tuple[str, ...]]:
    text = json.dumps({"hooks": {"PreToolUse": [{"hooks": list(entries)}]}})
    return runnable_hooks(read_hook_file("/p/.qwen/settings.json", text, QWEN, Scope.PROJECT))


def test_i1_twenty_two_events() -> None:
    assert len(QWEN.events) == 22


@pytest.mark.parametrize(
    ("text", "is_void"),
    [('// note\n{"hooks": {}}', False), ('\ufeff{"hooks": {}}', False), ('{"hooks": {},}', True)],
)
def test_i1_comments_are_read_and_trailing_commas_are_not(text: str, *, is_void: bool) -> None:
    file = read_hook_file("/p/.qwen/settings.json", text, QWEN, Scope.PROJECT)
    assert (file.void is not None) is is_void


@pytest.mark.parametrize("name", ["Bash", "Shell", "ShellTool", "edit|Bash", "shell", "run_.*", ".*", " * "])
def test_i2_a_tool_has_several_names(name: str) -> None:
    also = other_names(QWEN, _row("PreToolUse"), "run_shell_command")
    assert match(parse_matcher(QWEN.matchers.language, name), "run_shell_command", also).matched


@pytest.mark.parametrize("name", ["^Bash$", "Bash.*", "(Bash)", "RUN_SHELL_COMMAND", "run_shell_command,edit"])
def test_i2_other_names_are_compared_whole(name: str) -> None:
    also = other_names(QWEN, _row("PreToolUse"), "run_shell_command")
    assert not match(parse_matcher(QWEN.matchers.language, name), "run_shell_command", also).matched


@pytest.mark.parametrize(
    ("written", "seconds"), [(5, 5), (999, 999), (1000, 1), (60_000, 60), (0, None), ("5", 5), ("x", None)]
)
def test_i3_seconds_up_to_a_thousand(written: object, seconds: float | None) -> None:
    (hook,), _ = _hooks({"type": "command", "command": "true", "timeout": written})
    assert hook.timeout == seconds


@pytest.mark.parametrize("entry", [None, "true", {"command": "true"}, {"type": "Command"}, {"type": "command"}])
def test_i3_a_malformed_hook_is_left_out_and_the_others_run(entry: object) -> None:
    hooks, problems = _hooks(entry, {"type": "command", "command": "true"})
    assert [it.body for it in hooks] == ["true"]
    assert len(problems) == 1


@pytest.mark.parametrize("row", EVENTS)
def test_i4_what_every_hook_reads(row: EventRow) -> None:
    names = {it.name for it in (*QWEN.payload, *row.payload)}
    assert names >= {"session_id", "transcript_path", "cwd", "hook_event_name", "timestamp"}


@pytest.mark.parametrize("row", EVENTS)
def test_i6_exit_two_needs_a_reason(row: EventRow) -> None:
    told, silent = _read(row.name, code=2, stderr="no"), _read(row.name, code=2, stdout="no")
    assert silent.status is Status.FAILED
    assert told.blocks == (row.name in BLOCKING)
    assert (told.decision is Decision.DENY) == (row.name in DENYING)
    assert told.must_continue == (row.name in CONTINUING)


@pytest.mark.parametrize("code", [0, 1, 3])
def test_i7_an_object_decides_with_any_exit_but_two(code: int) -> None:
    said = json.dumps({"decision": "deny", "reason": "no"})
    for printed in ({"stdout": said}, {"stderr": said}, {"stdout": json.dumps(said)}):
        assert _read("PreToolUse", code=code, **printed).reason == "no"
    assert _read("PreToolUse", said, code=2, stderr="other").reason == "other"
    assert _read("PreToolUse", said, code=2, stderr='{"decision": "allow"}').decision is Decision.ALLOW
    assert _read("PreToolUse", f"[{said}]", code=code).decision is None


@pytest.mark.parametrize("row", EVENTS)
def test_i8_continue_false_is_a_refusal_or_a_stop_or_nothing(row: EventRow) -> None:
    reading = _read(row.name, json.dumps({"continue": False, "stopReason": "enough"}))
    assert reading.stop_agent == (row.name in {"UserPromptSubmit", "UserPromptExpansion", "PostToolBatch"})
    assert reading.must_continue == (row.name in CONTINUING)
    assert reading.blocks == (row.name == "PreToolUse")
    assert (reading.reason == "enough") == (row.name in CONTINUING | {"PreToolUse", "PostToolUse"})


@pytest.mark.parametrize("row", EVENTS)
def test_i8_plain_text_is_context_or_a_message(row: EventRow) -> None:
    reading = _read(row.name, "On branch main")
    with_context = {"SessionStart", "UserPromptSubmit", "UserPromptExpansion"}
    assert (reading.context is not None) == (row.name in with_context)
    assert bool(reading.messages) == (row.name not in with_context | WITHOUT_OUTPUT)


def test_i8_what_has_no_effect() -> None:
    changed = {"hookSpecificOutput": {"permissionDecision": "allow", "updatedInput": {"command": "id"}}}
    assert _read("PreToolUse", json.dumps(changed)).updated_input is None
    assert _read("PostToolUse", json.dumps({"decision": "block", "reason": "no"})).status is Status.SUCCEEDED
    assert _read("PreToolUse", json.dumps({"permissionDecision": "deny"})).decision is None


def test_i9_of_equal_hooks_one_runs_and_a_key_makes_them_serial() -> None:
    assert QWEN.duplicates == Duplicates(("name",), keeps_first=True, plugin_roots=("CLAUDE_PLUGIN_ROOT",))
    assert QWEN.running.serial_key == "sequential"
