"""What a hook is given on stdin and in its environment."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.dialects import by_id
from hookwright.errors import UsageError
from hookwright.model.event import MatchedOn, MatchSubject, PayloadField
from hookwright.model.hook import Scope
from hookwright.policies.payloads import (
    Facts,
    environment,
    input_command,
    input_path,
    plugin_variables,
    stdin_object,
    stdin_text,
    subject_of,
)


def _facts(payload: dict[str, Any]) -> Facts:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    return Facts(payload=payload, session_id="s", project_dir="/p", dispatch_id="d", timestamp=moment)


def _stdin(payload: dict[str, Any]) -> dict[str, Any]:
    dialect = by_id("ai-agents")
    return stdin_object(dialect, dialect.events[0], _facts(payload))


def _environment(payload: dict[str, Any], event: str = "PreToolUse") -> dict[str, str]:
    dialect = by_id("ai-agents")
    row = dialect.event(event)
    assert row is not None
    return environment(dialect, row, _facts(payload))


def test_what_the_client_sends_gets_through() -> None:
    found = _stdin({"tool_name": "T", "mine": [1], "hook_event_name": "Stop", "session_id": "other"})
    assert found == {"session_id": "s", "cwd": "/p", "hook_event_name": "PreToolUse", "tool_name": "T", "mine": [1]}


def test_hooks_read_an_object_without_blanks() -> None:
    assert stdin_text({"command": "ls é", "paths": ("a", "b")}) == '{"command":"ls é","paths":["a","b"]}'


def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be written as JSON"):
        stdin_text({"seconds": float("inf")})


def test_a_field_of_another_name_is_sent_under_the_agents_own() -> None:
    dialect = by_id("ai-agents")
    payload = (PayloadField(name="tool", doc="The tool", sample="T", also="tool_name"),)
    row = replace(dialect.events[0], payload=payload, subject=MatchedOn(MatchSubject.TOOL, "tool"))

    for sent in ({"tool_name": "T", "mine": 1}, {"tool": "T", "mine": 1}):
        assert subject_of(dialect, row, sent) == "T"
        assert stdin_object(dialect, row, _facts(sent)).items() >= {"tool": "T", "mine": 1}.items()
        assert "tool_name" not in stdin_object(dialect, row, _facts(sent))


@pytest.mark.parametrize(("cwd", "used"), [("/x", "/x"), ("sub", "/p/sub"), ("", "/p"), (None, "/p"), (3, "/p")])
def test_hooks_run_where_the_agent_is(cwd: object, used: str) -> None:
    assert _stdin({"cwd": cwd})["cwd"] == used


def test_the_edited_file_comes_from_the_first_path_key() -> None:
    assert _environment({"tool_input": {"path": "b", "file_path": "a"}}) == {"EDITED_FILE": "a"}


@pytest.mark.parametrize(
    "payload",
    [{}, {"tool_input": "x"}, {"tool_input": {"file_path": 3}}, {"tool_input": {"file_path": "a\0b"}},
     {"tool_input": {"file_path": "x" * 200_000}}, {"tool_input": {"file_path": "\ud800"}}],
)  # fmt: skip
def test_what_no_environment_can_hold_is_left_out(payload: dict[str, Any]) -> None:
    assert _environment(payload) == {}


def test_a_variable_stays_on_its_events() -> None:
    assert _environment({"tool_input": {"file_path": "a"}}, "UserPromptSubmit") == {}


def test_the_project_is_in_the_environment() -> None:
    dialect = by_id("claude-code")
    assert environment(dialect, dialect.events[0], _facts({}))["CLAUDE_PROJECT_DIR"] == "/p"


def test_d6_the_plugins_folder_is_there_for_the_hooks_of_plugins_only() -> None:
    dialect = by_id("claude-code")
    assert plugin_variables(dialect, dialect.events[0], Scope.PLUGIN) == ("CLAUDE_PLUGIN_ROOT",)
    assert plugin_variables(dialect, dialect.events[0], Scope.PROJECT) == ()


def test_a7_a_field_that_the_client_leaves_out_has_its_default() -> None:
    dialect = by_id("clawdcode")
    for given, seen in (({}, "default"), ({"permission_mode": "plan"}, "plan")):
        assert stdin_object(dialect, dialect.events[0], _facts(given))["permission_mode"] == seen


@pytest.mark.parametrize("key", ["command", "cmd", "script"])
def test_a6_the_command_is_found_under_any_of_its_keys(key: str) -> None:
    assert input_command(by_id("clawdcode"), {"tool_input": {key: "ls"}}) == "ls"


@pytest.mark.parametrize("key", ["file_path", "path", "filePath", "notebook_path", "target_file"])
def test_a6_the_path_is_found_under_any_of_its_keys(key: str) -> None:
    assert input_path(by_id("clawdcode"), {"tool_input": {key: "x"}}) == "x"


def test_a6_an_input_without_either_has_none() -> None:
    for payload in ({}, {"tool_input": "x"}, {"tool_input": {"path": 1, "command": ""}}):
        assert input_path(by_id("clawdcode"), payload) is None
        assert input_command(by_id("clawdcode"), payload) is None
