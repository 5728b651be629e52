"""What Codex' hooks mean, read through the tables (requirements G)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id
from hookwright.engine.plan import step_of
from hookwright.host import Host
from hookwright.model.event import EventRow
from hookwright.model.folding import Pick
from hookwright.model.hook import Hook, Scope
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Status
from hookwright.policies.reading import read_result
from hookwright.readers.search import hook_paths

CODEX = by_id("codex")
EVENTS = [pytest.param(it, id=it.name) for it in CODEX.events]
SILENT = {"SessionEnd"}


def _row(event: str) -> EventRow:
    row = CODEX.event(event)
    assert row is not None
    return row


def _read(event: str, stdout: str = "", *, code: int = 0, stderr: str = "") -> Reading:
    ended = Result(exit_code=code, stdout=stdout, stderr=stderr, started_at=datetime.now(UTC), duration=0.1)
    return read_result(ended, _row(event), {}, dialect=CODEX)


def _said(event: str, output: dict[str, Any]) -> Reading:
    return _read(event, json.dumps(output))


def _specific(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


def _hooks(entry: dict[str, Any], event: str = "PreToolUse") -> tuple[tuple[Hook, ...], tuple[str, ...]]:
    text = json.dumps({"hooks": {event: [{"hooks": [entry]}]}})
    return runnable_hooks(read_hook_file("/p/.codex/hooks.json", text, CODEX, Scope.PROJECT))


def test_g1_twelve_events_in_the_files_of_user_and_project(tmp_path: Path) -> None:
    assert len(CODEX.events) == 12
    places = [
        (scope, Path(path).relative_to(tmp_path))
        for scope, path in hook_paths(CODEX, f"{tmp_path}/p", Host({}, f"{tmp_path}/h"))
    ]
    assert (Scope.USER, Path("h/.codex/hooks.json")) in places
    assert (Scope.PROJECT, Path("p/.codex/hooks.json")) in places
    assert (Scope.PROJECT, Path("p/.codex/config.toml")) in places


def test_g1_the_hooks_of_a_toml_file_run_beside_its_other_tables() -> None:
    text = 'model = "x"\n[[hooks.Stop]]\nhooks = [{ type = "command", command = "true", timeout = 5 }]\n[hooks.state]\n'
    file = read_hook_file("/p/.codex/config.toml", text, CODEX, Scope.PROJECT)
    (hook,), problems = runnable_hooks(file)
    assert (hook.event, hook.body, hook.timeout) == ("Stop", "true", 5)
    assert problems == ()


@pytest.mark.parametrize("row", EVENTS)
def test_g2_matchers_are_ignored_where_nothing_is_matched(row: EventRow) -> None:
    assert row.ignores_matchers == (row.name in {"UserPromptSubmit", "Stop", "Interrupt"})


@pytest.mark.parametrize(("written", "seconds"), [(0, 1), (1, 1), (30, 30)])
def test_g3_a_time_out_is_in_seconds_and_at_least_one(written: int, seconds: float) -> None:
    (hook,), problems = _hooks({"type": "command", "command": "true", "timeout": written})
    assert hook.timeout == seconds
    assert not problems


def test_g3_the_end_of_a_session_has_one_second_and_an_interruption_too() -> None:
    for name, seconds in (("SessionEnd", 1.0), ("Interrupt", 1.0), ("Stop", 600.0)):
        (hook,), _ = _hooks({"type": "command", "command": "true"}, name)
        assert step_of(CODEX, _row(name), hook, (), {}).timeout == seconds


@pytest.mark.parametrize("kind", ["prompt", "agent"])
def test_g3_questions_are_read_and_skipped(kind: str) -> None:
    hooks, problems = _hooks({"type": kind, "prompt": "Is it safe?"})
    assert hooks == ()
    assert "takes no" in problems[0]


def test_g4_what_codex_does_not_know_is_passed_over() -> None:
    hook = {"type": "command", "command": "true"}
    events = {"NoSuch": [{"hooks": [hook]}], "Stop": [hook], "PreToolUse": [{"hooks": [{**hook, "foo": 1}]}]}
    file = read_hook_file("/p/.codex/hooks.json", json.dumps({"hooks": events}), CODEX, Scope.PROJECT)
    assert [it.event for it in runnable_hooks(file)[0]] == ["PreToolUse"]


_GOOD = {"type": "command", "command": "true"}


@pytest.mark.parametrize(
    ("text", "is_void"),
    [
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD]}]}}), False),
        (json.dumps({"hooks": {"Stop": [{"matcher": None, "hooks": [_GOOD]}, {}]}, "description": None}), False),
        (json.dumps({"hooks": {"Stop": [{"hooks": [{**_GOOD, "timeout": 0, "foo": 1}]}], "NoSuch": 5}}), False),
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD, {"type": "prompt", "prompt": "x"}]}]}}), False),
        (json.dumps({"hooks": {"Stop": [{"hooks": [{**_GOOD, "timeout": None, "foo": 5}]}]}}), False),
        ('{"hooks": {"Stop": [], "Stop": []}}', True),
        ('{"hooks": {}, "hooks": {}}', True),
        ('{"hooks": {"Stop": [{"hooks": [], "hooks": []}]}}', True),
        ('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "command": "y"}]}]}}', True),
        ('{"hooks": {"NoSuch": [], "NoSuch": []}}', False),
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD, {"type": "http", "url": "x"}]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD, {"command": "x"}]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD, {"type": "command"}]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD, None]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [{**_GOOD, "timeout": "5"}]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [{**_GOOD, "timeout": -1}]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [{**_GOOD, "timeout": 1.5}]}]}}), True),
        (json.dumps({"hooks": {"Stop": [{"matcher": 5, "hooks": [_GOOD]}]}}), True),
        (json.dumps({"hooks": {"Stop": {"hooks": [_GOOD]}}}), True),
        (json.dumps({"hooks": {"Stop": ["true"]}}), True),
        (json.dumps({"hooks": {"Stop": [{"hooks": [_GOOD]}]}, "$schema": "x"}), True),
        (json.dumps({"Stop": [{"hooks": [_GOOD]}]}), True),
        ("// note\n" + json.dumps({"hooks": {}}), True),
        ('{"hooks": {},}', True),
        ('\ufeff{"hooks": {}}', True),
    ],
)
def test_g4_what_does_not_fit_voids_the_file(text: str, *, is_void: bool) -> None:
    file = read_hook_file("/p/.codex/hooks.json", text, CODEX, Scope.PROJECT)
    assert (file.void is not None) is is_void
    assert not is_void or runnable_hooks(file)[0] == ()


_TOML = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "x"\n'


@pytest.mark.parametrize(
    ("more", "is_void"),
    [
        ("", False),
        ("timeout = 5", False),
        ('timeout = "5"', True),
        ("timeout = 5.0", True),
        ("timeout = 2026-01-01", True),
    ],
)
def test_g4_toml_that_does_not_fit_keeps_codex_from_starting(more: str, *, is_void: bool) -> None:
    file = read_hook_file("/p/.codex/config.toml", f'model = "gpt"\n{_TOML}{more}\n', CODEX, Scope.PROJECT)
    assert (file.void is not None) is is_void
    assert not is_void or runnable_hooks(file)[0] == ()


def test_g8_the_old_form_is_not_looked_at_beside_the_new_one() -> None:
    denied = _specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="no")
    assert _said("PreToolUse", {"decision": "approve", **denied}).reason == "no"
    changed = _specific("PreToolUse", permissionDecision="allow", updatedInput={"command": "true"})
    assert _said("PreToolUse", {"decision": "block", "reason": "no", **changed}).decision is Decision.ALLOW


@pytest.mark.parametrize("row", EVENTS)
def test_g5_what_every_hook_reads(row: EventRow) -> None:
    names = {it.name for it in (*CODEX.payload, *row.payload)}
    assert names >= {"session_id", "transcript_path", "cwd", "hook_event_name"}
    assert ("turn_id" in names) == (row.name not in {"SessionStart", "SessionEnd"})
    assert ("model" in names) == (row.name != "SessionEnd")


@pytest.mark.parametrize("row", EVENTS)
def test_g7_exit_two_needs_a_reason(row: EventRow) -> None:
    told, silent = _read(row.name, code=2, stderr="no"), _read(row.name, code=2, stdout="no")
    assert silent.status is Status.FAILED
    assert not silent.blocks
    blocking = {"PreToolUse", "PermissionRequest", "UserPromptSubmit"}
    assert told.blocks == (row.name in blocking)
    assert told.must_continue == (row.name in {"Stop", "SubagentStop"})
    assert (told.reason == "no") == (row.name in blocking | {"Stop", "SubagentStop", "PostToolUse"})


@pytest.mark.parametrize("code", [1, 3, 126, 127])
def test_g7_other_failures_let_everything_go_on(code: int) -> None:
    reading = _read("PreToolUse", json.dumps({"decision": "block", "reason": "no"}), code=code, stderr="odd")
    assert (reading.decision, reading.blocks) == (None, False)


@pytest.mark.parametrize("event", sorted({it.name for it in CODEX.events} - SILENT))
def test_g8_an_unknown_key_voids_the_output(event: str) -> None:
    assert _said(event, {"systemMessage": "hi"}).messages
    reading = _said(event, {"systemMessage": "hi", "foo": 1})
    assert reading.status is Status.FAILED
    assert "hi" not in [text for _, _, text, _ in reading.messages]


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "SubagentStart"])
def test_g8_the_name_of_any_event_is_accepted(event: str) -> None:
    assert _said(event, _specific("Stop", additionalContext="it is Monday")).context == "it is Monday"
    assert _said(event, _specific("NoSuch", additionalContext="it is Monday")).context is None


@pytest.mark.parametrize(
    "output",
    [
        _specific("PreToolUse", permissionDecision="allow"),
        _specific("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?"),
        _specific("PreToolUse", permissionDecision="deny"),
        _specific("PreToolUse", permissionDecision="deny", permissionDecisionReason=" "),
        _specific("PreToolUse", updatedInput={"command": "id"}),
        _specific("PreToolUse", permissionDecisionReason="no"),
        {"decision": "approve"},
        {"decision": "block"},
        {"decision": "block", "reason": None},
        {"decision": "deny", "reason": "no"},
        {"reason": "no"},
        {"continue": False},
        {"stopReason": "no"},
        {"suppressOutput": True},
        {"additionalContext": "no"},
    ],
)
def test_g9_what_is_not_supported_before_a_tool_is_a_failure(output: dict[str, Any]) -> None:
    reading = _said("PreToolUse", output)
    assert reading.status is Status.FAILED
    assert (reading.decision, reading.updated_input, reading.stop_agent) == (None, None, False)
    assert reading.problems


def test_g9_what_is_supported_before_a_tool() -> None:
    change = _specific("PreToolUse", permissionDecision="allow", updatedInput={"command": "id"})
    assert _said("PreToolUse", change).updated_input == {"command": "id"}
    for denial in (
        _specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="no"),
        {"decision": "block", "reason": "no"},
    ):
        reading = _said("PreToolUse", denial)
        assert (reading.decision, reading.reason) == (Decision.DENY, "no")
    assert _said("PreToolUse", {"continue": True, "suppressOutput": False}).status is Status.SUCCEEDED


@pytest.mark.parametrize("key", ["updatedInput", "updatedPermissions", "interrupt"])
def test_g9_reserved_keys_of_an_approval_void_it(key: str) -> None:
    values = {"updatedInput": {}, "updatedPermissions": [], "interrupt": True}
    approval = _specific("PermissionRequest", decision={"behavior": "allow", key: values[key]})
    assert _said("PermissionRequest", approval).decision is None
    assert (
        _said("PermissionRequest", _specific("PermissionRequest", decision={"behavior": "allow"})).decision is not None
    )


@pytest.mark.parametrize("row", EVENTS)
def test_g10_continue_false_stops_where_there_is_something_to_stop(row: EventRow) -> None:
    reading = _said(row.name, {"continue": False, "stopReason": "enough"})
    unsupported = {"PreToolUse", "PermissionRequest", "Interrupt", *SILENT}
    assert reading.stop_agent == (row.name not in unsupported | {"PostToolUse"})
    assert (reading.reason == "enough") == (row.name == "PostToolUse")


@pytest.mark.parametrize("row", EVENTS)
def test_g10_plain_text_is_context_or_nothing_or_a_failure(row: EventRow) -> None:
    reading = _read(row.name, "On branch main")
    assert (reading.context is not None) == (row.name in {"SessionStart", "UserPromptSubmit", "SubagentStart"})
    assert (reading.status is Status.FAILED) == (row.name in {"Stop", "SubagentStop"})
    assert _read(row.name, "{broken").status is (Status.SUCCEEDED if row.name in SILENT else Status.FAILED)


def test_g11_who_is_heard_where_several_speak() -> None:
    assert _row("PreToolUse").folding.reason is Pick.FIRST_CONFIGURED
    assert _row("PreToolUse").folding.input is Pick.LAST_TO_END
    assert {_row(it).folding.reason for it in ("Stop", "SubagentStop", "PostToolUse")} == {Pick.ALL}
    assert CODEX.duplicates is None
