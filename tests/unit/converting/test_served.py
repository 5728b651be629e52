"""Names of tools in matchers, as another agent spells them, those of MCP servers in expressions among them."""

from __future__ import annotations

import json

import pytest

from hookwright.config.read import read_hook_file
from hookwright.converting.convert import convert
from hookwright.converting.served import served_pattern
from hookwright.dialects import by_id
from hookwright.model.hook import Scope


@pytest.mark.parametrize(
    ("text", "old", "new", "there"),
    [
        ("mcp__db__.*", "claude-code", "codex", "mcp__db__.*"),
        ("mcp__db__.*", "claude-code", "gemini-cli", "mcp_db_.*"),
        ("mcp__db__*", "claude-code", "gemini-cli", "mcp_db_.*"),
        ("^mcp__db__query$", "claude-code", "gemini-cli", "^mcp_db_query$"),
        ("mcp__.*", "claude-code", "gemini-cli", "mcp_.*"),
        ("Bash|mcp__db__.*", "claude-code", "gemini-cli", "Bash|mcp_db_.*"),
        ("mcp__db__.*", "claude-code", "cursor", "MCP:.*"),
        ("mcp__db__.*", "claude-code", "kiro", "@db/.*"),
        ("mcp__db__.*", "claude-code", "augment", "mcp:.*_db"),
        ("MCP:.*", "cursor", "claude-code", "mcp__.*"),
        ("^MCP:query$", "cursor", "claude-code", "^mcp__.*__query$"),
        ("mcp__(db|web)__.*", "claude-code", "gemini-cli", None),
        ("mcp__.*__delete", "claude-code", "gemini-cli", None),
        ("mcp__db__query", "claude-code", "augment", None),
    ],
)
def test_names_of_servers_tools_in_an_expression(text: str, old: str, new: str, there: str | None) -> None:
    assert served_pattern(text, by_id(old), by_id(new)) == there


@pytest.mark.parametrize(("command", "is_error"), [("exit 2", True), ("make log", False)])
def test_an_expression_that_cannot_be_translated_is_an_error_for_a_guard(command: str, is_error: bool) -> None:
    hooks = [{"matcher": "mcp__(db|web)__.*", "hooks": [{"type": "command", "command": command}]}]
    text = json.dumps({"hooks": {"PreToolUse": hooks}})
    file = read_hook_file("/project/.claude/settings.json", text, by_id("claude-code"), Scope.PROJECT)
    (told,) = [it for it in convert(file, by_id("cursor")).losses if "MCP servers" in it.message]
    assert told.error is is_error
    assert "whose names begin with `MCP:` there" in told.message


def test_a_tool_of_the_same_name_in_another_spelling_is_that_tool() -> None:
    hooks = [{"matcher": "EnterPlanMode", "hooks": [{"type": "command", "command": "make log"}]}]
    text = json.dumps({"hooks": {"PreToolUse": hooks}})
    file = read_hook_file("/project/.claude/settings.json", text, by_id("claude-code"), Scope.PROJECT)
    assert json.loads(convert(file, by_id("gemini-cli")).text)["hooks"]["BeforeTool"][0]["matcher"] == "enter_plan_mode"
