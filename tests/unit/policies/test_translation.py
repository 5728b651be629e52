"""An event of one agent as others would fire it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookwright.dialects import DIALECTS, by_id
from hookwright.errors import BeyondLimits
from hookwright.policies.translation import in_words_of, told

_CLAUDE, _GEMINI = by_id("claude-code"), by_id("gemini-cli")


def _told(speaker: str, event: str, payload: dict[str, Any], new: str) -> dict[str, dict[str, Any]]:
    old = by_id(speaker)
    row = old.event(event)
    assert row is not None
    return {it.event: it.payload for it in told(by_id(new), old, row, payload)}


def test_tools_and_their_paths_are_named_as_each_agent_does() -> None:
    payload = {"tool_name": "Read", "tool_input": {"file_path": "a.txt", "limit": 5}, "tool_response": "x", "cwd": "/p"}
    spoken = in_words_of(_GEMINI, payload, _CLAUDE)

    assert spoken["tool_name"] == "read_file"
    assert spoken[_GEMINI.calls.inputs[0]] == {"file_path": "a.txt", "limit": 5}
    assert spoken["cwd"] == "/p"
    assert in_words_of(_CLAUDE, payload, _CLAUDE) == payload
    assert in_words_of(_CLAUDE, spoken, _GEMINI)["tool_name"] == "Read"


_BASH = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "cwd": "/p", "session_id": "1"}
_EDIT = {"tool_name": "Edit", "tool_input": {"file_path": "/a", "old_string": "1", "new_string": "2"}, "cwd": "/p"}
_WRITE = {"tool_name": "Write", "tool_input": {"file_path": "/a", "content": "2"}}
_SERVED = {"tool_name": "mcp__issues__create", "tool_input": {"title": "rain"}}


@pytest.mark.parametrize(
    ("payload", "new", "expected"),
    [
        (
            _BASH,
            "cursor",
            {
                "preToolUse": {"tool_name": "Shell", "tool_input": {"command": "ls"}, "cwd": "/p", "session_id": "1"},
                "beforeShellExecution": {"command": "ls", "cwd": "/p", "session_id": "1"},
            },
        ),
        (
            _BASH,
            "windsurf",
            {"pre_run_command": {"cwd": "/p", "session_id": "1", "tool_info": {"command_line": "ls", "cwd": "/p"}}},
        ),
        (
            _EDIT,
            "windsurf",
            {
                "pre_write_code": {
                    "cwd": "/p",
                    "tool_info": {"file_path": "/a", "edits": [{"old_string": "1", "new_string": "2"}]},
                }
            },
        ),
        (
            _WRITE,
            "windsurf",
            {"pre_write_code": {"tool_info": {"file_path": "/a", "edits": [{"old_string": "", "new_string": "2"}]}}},
        ),
        (
            _SERVED,
            "windsurf",
            {
                "pre_mcp_tool_use": {
                    "tool_info": {
                        "mcp_server_name": "issues",
                        "mcp_tool_name": "create",
                        "mcp_tool_arguments": {"title": "rain"},
                    }
                }
            },
        ),
        (
            _SERVED,
            "cursor",
            {
                "preToolUse": {"tool_name": "MCP:create", "tool_input": {"title": "rain"}},
                "beforeMCPExecution": {"tool_name": "create", "tool_input": '{"title": "rain"}'},
            },
        ),
        ({"tool_name": "WebFetch", "tool_input": {"url": "x"}}, "windsurf", {}),
        (_SERVED, "gemini-cli", {"BeforeTool": {"tool_name": "mcp_issues_create", "tool_input": {"title": "rain"}}}),
    ],
)
def test_a_tool_call_is_told_to_every_event_that_is_about_it(
    payload: dict[str, Any], new: str, expected: dict[str, Any]
) -> None:
    assert _told("claude-code", "PreToolUse", payload, new) == expected


def test_an_event_about_one_kind_of_tool_is_a_tool_call_elsewhere() -> None:
    shell = {"command": "ls", "cwd": "/p", "sandbox": False}
    call = {"PreToolUse": {"tool_name": "Bash", "tool_input": {"command": "ls", "cwd": "/p"}, "cwd": "/p"}}
    run = {"tool_info": {"command_line": "ls", "cwd": "/p"}}
    served = {"mcp_server_name": "issues", "mcp_tool_name": "create", "mcp_tool_arguments": {"title": "rain"}}

    assert _told("cursor", "beforeShellExecution", shell, "claude-code")["PreToolUse"]["tool_input"]["command"] == "ls"
    assert _told("windsurf", "pre_run_command", run, "claude-code") == {
        "PreToolUse": {"tool_name": "Bash", "tool_input": call["PreToolUse"]["tool_input"]}
    }
    assert _told("windsurf", "pre_mcp_tool_use", {"tool_info": served}, "claude-code") == {"PreToolUse": _SERVED}
    assert set(_told("windsurf", "pre_run_command", run, "cursor")) == {"preToolUse", "beforeShellExecution"}
    # Cursor has an event about every tool as well, which is told by itself.
    assert set(_told("cursor", "beforeShellExecution", shell, "open-plugin")) == {"BeforeShellExecution"}


def test_a_prompt_is_where_the_other_agent_has_it() -> None:
    there = {"pre_user_prompt": {"tool_info": {"user_prompt": "why?"}, "session_id": "1"}}
    assert _told("claude-code", "UserPromptSubmit", {"prompt": "why?", "session_id": "1"}, "windsurf") | {} == {
        "pre_user_prompt": {"prompt": "why?", **there["pre_user_prompt"]}
    }
    assert _told("windsurf", "pre_user_prompt", {"tool_info": {"user_prompt": "why?"}}, "claude-code") == {
        "UserPromptSubmit": {"prompt": "why?"}
    }


@pytest.mark.parametrize("old", DIALECTS, ids=lambda it: it.id)
def test_every_event_is_told_to_every_agent_under_names_of_its_own(old: Any) -> None:
    for row in old.events:
        payload = {it.name: it.sample for it in (*old.payload, *row.payload)}
        for new in DIALECTS:
            for fired in told(new, old, row, payload):
                assert new.event(fired.event) is not None, (new.id, row.name)
                json.dumps(fired.payload)


@pytest.mark.parametrize("depth", [300, 3000])
def test_an_input_as_a_text_has_the_limits_of_a_payload(depth: int) -> None:
    given = '{"a":' + "[" * depth + "]" * depth + "}"
    with pytest.raises(BeyondLimits):
        _told("cursor", "beforeMCPExecution", {"tool_name": "create", "tool_input": given}, "claude-code")
