"""A tool call of the protocol is to hooks what the same is in Claude Code."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.acp.requests import changed_request, tool_of_request
from hookwright.acp.tools import Tool, output_of_call, tool_of_call, with_update

DIFF = {"type": "diff", "path": "/p/a.py", "oldText": "1", "newText": "2"}
STAND_IN = {"claudeCode": {"toolName": "mcp__acp__Bash"}}


@pytest.mark.parametrize(
    ("call", "name", "arguments"),
    [
        ({"kind": "execute", "rawInput": {"cmd": "ls -l"}}, "Bash", {"command": "ls -l"}),
        ({"kind": "execute", "rawInput": {"command": ["ls", "a b"]}}, "Bash", {"command": "ls 'a b'"}),
        ({"kind": "execute", "rawInput": {"command": ["bash", "-lc", "ls; pwd"]}}, "Bash", {"command": "ls; pwd"}),
        ({"kind": "execute", "rawInput": {"command": ["./x", "-c", "ls"]}}, "Bash", {"command": "./x -c ls"}),
        ({"kind": "execute", "title": "Run `git push` now"}, "Bash", {"command": "git push"}),
        ({"kind": "execute", "rawInput": "pwd"}, "Bash", {"command": "pwd"}),
        ({"kind": "read", "locations": [{"path": "/p/a.py"}]}, "Read", {"file_path": "/p/a.py"}),
        ({"kind": "edit", "content": [DIFF]}, "Edit", {"file_path": "/p/a.py", "old_string": "1", "new_string": "2"}),
        ({"kind": "edit", "content": [{**DIFF, "oldText": None}]}, "Write", {"file_path": "/p/a.py", "content": "2"}),
        (
            {"kind": "edit", "rawInput": {"filePath": "/a", "content": "x"}},
            "Write",
            {"file_path": "/a", "content": "x"},
        ),
        ({"kind": "search", "rawInput": {"query": "TODO"}}, "Grep", {"pattern": "TODO"}),
        ({"kind": "fetch", "rawInput": {"url": "https://x"}}, "WebFetch", {"url": "https://x"}),
        ({"kind": "delete", "rawInput": {"path": "/a"}}, "Delete", {"file_path": "/a"}),
        ({"kind": "other", "title": "mcp__db__query"}, "mcp__db__query", {}),
        ({"kind": "think", "title": "Plan the work"}, "Other", {}),
        (
            {"kind": "other", "_meta": {"claudeCode": {"toolName": "mcp__acp__Bash"}}, "rawInput": {"command": "ls"}},
            "Bash",
            {"command": "ls"},
        ),
        ({"kind": 7, "rawInput": [], "locations": 3, "content": "x"}, "Other", {}),
    ],
)
def test_a_tool_call(call: dict[str, Any], name: str, arguments: dict[str, Any]) -> None:
    tool = tool_of_call(call)

    assert tool.name == name
    assert {it: tool.input[it] for it in arguments} == arguments


def test_the_agents_own_arguments_stay() -> None:
    assert tool_of_call({"kind": "read", "rawInput": {"path": "/a", "depth": 2}}).input == {
        "path": "/a",
        "depth": 2,
        "file_path": "/a",
    }


def test_a_changed_request_keeps_what_hooks_do_not_know() -> None:
    terminal = {"sessionId": "s", "command": "ls", "env": [], "_meta": {}}
    assert changed_request("terminal/create", terminal, {"command": "ls -l"}) == {**terminal, "command": "ls -l"}
    assert changed_request("terminal/create", terminal, {"command": "ls"}) == terminal
    write = {"path": "/a", "content": "x", "own": 1}
    assert changed_request("fs/write_text_file", write, {"content": "y"}) == {**write, "content": "y"}
    read = {"path": "/a", "line": 3}
    assert changed_request("fs/read_text_file", read, {"file_path": "/b", "offset": 1}) == {"path": "/b", "line": 1}


def test_updates_add_to_what_is_known_of_a_call() -> None:
    first = with_update({}, {"title": "Terminal", "_meta": STAND_IN, "rawInput": {"command": "ls"}})
    second = with_update(first, {"title": None, "_meta": {"claudeCode": {"toolResponse": {"stdout": "a"}}}})

    assert tool_of_call(second) == Tool("Bash", {"command": "ls"})
    assert output_of_call({**second, "rawOutput": "```a```"}) == {"stdout": "a"}


def test_what_a_tool_answered() -> None:
    shown = [{"type": "content", "content": {"type": "text", "text": "ok"}}, {"type": "terminal", "terminalId": "t"}]
    assert output_of_call({"content": shown}) == "ok"
    assert output_of_call({"content": shown, "rawOutput": {"n": 1}}) == {"n": 1}


def test_a_write_is_covered_by_the_edit_of_the_same_file_and_by_nothing_else() -> None:
    write = tool_of_request("fs/write_text_file", {"path": "/p/./a.py", "content": ""})

    assert write.is_covered_by(Tool("Edit", {"file_path": "/p/a.py"}))
    assert not write.is_covered_by(Tool("Read", {"file_path": "/p/a.py"}))
    assert not write.is_covered_by(Tool("Edit", {"file_path": "/p/b.py"}))
    assert not write.is_covered_by(Tool("Other", {}))
