"""Guards that never run, or to which nobody listens, are dead, however well they are written."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_CLOSED = """#!/usr/bin/env python3
import json
import sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except Exception as error:
    print(f"cannot read the event: {error}", file=sys.stderr)
    sys.exit(2)
if "rm -rf" in command:
    print("Blocked: rm -rf", file=sys.stderr)
    sys.exit(2)
"""
_FILES = {".claude/guard.py": _CLOSED}


def _settings(matcher: object = "Bash", event: str = "PreToolUse", **keys: object) -> dict[str, Any]:
    hook = {"type": "command", "command": "python3 .claude/guard.py", **keys}
    return {"hooks": {event: [{"matcher": matcher, "hooks": [hook]}]}}


async def test_the_guard_holds_where_it_is_asked(guards: Any) -> None:
    (found,) = await guards(_settings(), _FILES)
    assert found.state is GuardState.HOLDS


@pytest.mark.parametrize(
    ("matcher", "why"),
    [
        ("bash", "no tool is named `bash`"),
        ("run_shell_command", "is a tool of another agent"),
        ("Bash(rm *)", "is a permission rule"),
        ("mcp__github", "no tool is named just `mcp__github`"),
        ("Bash(", "the regular expression is not valid"),
    ],
)
async def test_a_guard_whose_matcher_matches_nothing_is_dead(guards: Any, matcher: str, why: str) -> None:
    (found,) = await guards(_settings(matcher), _FILES)
    assert (found.state, found.decided.unreadable) == (GuardState.DEAD, Fate.PASSES)
    assert found.decided.says.startswith("never runs, so this guard lets everything pass: ")
    assert why in found.decided.says
    assert found.decided.repair.startswith("hookwright check ")


@pytest.mark.parametrize("matcher", ["bash|Write", "bash|mcp__files__.*"])
async def test_a_guard_that_is_asked_about_some_tools_leaks(guards: Any, matcher: str) -> None:
    (found,) = await guards(_settings(matcher), _FILES)
    assert found.state is GuardState.LEAKS
    assert "does not run for every tool that it is meant for: no tool is named `bash`" in found.decided.says


@pytest.mark.parametrize("matcher", ["bash|Bash", "Bash|Write", "", "*", ".*", "mcp__files__.*", "MyOwnTool"])
async def test_a_matcher_that_loses_nothing_is_no_reason(guards: Any, matcher: str) -> None:
    (found,) = await guards(_settings(matcher), _FILES)
    assert found.state is GuardState.HOLDS


@pytest.mark.parametrize(
    ("keys", "why", "repair"),
    [
        ({"if": "Write(*.py)"}, "is never true", "hookwright check "),
        (
            {"async": True},
            "runs in the background, and Claude Code does not wait for it",
            "remove `async` from the hook",
        ),
    ],
)
async def test_a_guard_that_is_not_waited_for_is_dead(guards: Any, keys: dict[str, Any], why: str, repair: str) -> None:
    (found,) = await guards(_settings(**keys), _FILES)
    assert (found.is_guard, found.state) == (True, GuardState.DEAD)
    assert why in found.decided.says
    assert found.decided.repair.startswith(repair)


@pytest.mark.parametrize("keys", [{"if": "Bash(git *)"}, {"async": False}, {"async": True, "asyncRewake": True}])
async def test_a_guard_that_is_waited_for_is_not(guards: Any, keys: dict[str, Any]) -> None:
    (found,) = await guards(_settings(**keys), _FILES)
    assert found.state is GuardState.HOLDS


@pytest.mark.parametrize("event", ["SessionEnd", "Notification"])
async def test_a_guard_on_an_event_that_nobody_can_block_is_dead(guards: Any, event: str) -> None:
    (found,) = await guards(_settings("", event), _FILES)
    assert (found.is_guard, found.state) == (True, GuardState.DEAD)
    assert f"`{event}` cannot be blocked, so `exit 2` has no effect" in found.decided.says
    assert found.where.endswith("guard.py:12")


async def test_a_command_on_an_event_that_nobody_can_block_is_too(guards: Any) -> None:
    (found,) = await guards(["echo 'Blocked: run the tests' >&2; exit 2"], event="SessionEnd")
    assert (found.is_guard, found.state) == (True, GuardState.DEAD)


async def test_what_a_hook_tells_after_a_tool_is_no_refusal(guards: Any) -> None:
    assert await guards(_settings("Write", "PostToolUse"), _FILES) == ()


async def test_a_guard_that_its_file_switches_off_is_dead(guards: Any) -> None:
    hook = {"name": "guard", "trigger": "PreToolUse", "matcher": "shell", "enabled": False}
    action = {"type": "command", "command": "python3 .claude/guard.py"}
    settings = {"version": "v1", "hooks": [{**hook, "action": action}]}
    (found,) = await guards(settings, _FILES, place=".kiro/hooks/guard.json")
    assert found.state is GuardState.DEAD
    assert found.decided.says.endswith(": `enabled` in its file switches it off")


async def test_a_hook_that_guards_nothing_may_be_asked_never(guards: Any) -> None:
    hook = {"type": "command", "command": "cat >> log.txt"}
    assert await guards({"hooks": {"PreToolUse": [{"matcher": "bash", "hooks": [hook]}]}}) == ()
