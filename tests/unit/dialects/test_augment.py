"""The `augment` dialect (V), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import fired, printing, statuses

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import readers

TABLE = by_id("augment")
CALL: dict[str, Any] = {"tool_name": "launch-process", "tool_input": {"command": "npm test"}}
FILE = ".augment/settings.json"


async def fire(project: Path, event: str, *hooks: dict[str, Any], matcher: str = ".*", **payload: Any) -> Outcome:
    group = {"matcher": matcher, "hooks": [{"type": "command", **it} for it in hooks]}
    return await fired(TABLE, project, FILE, event, group, **(payload or CALL))


def test_v1_seven_events_and_what_they_can_do() -> None:
    assert [it.name for it in TABLE.events if it.can_block] == ["PreToolUse", "Stop"]
    assert [it.name for it in TABLE.events if not it.can_block] == [
        "PostToolUse",
        "SessionStart",
        "SessionEnd",
        "Notification",
        "PromptSubmit",
    ]


def test_v2_files_of_the_user_and_the_project(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    for folder, name in ((home, "settings.json"), (project, "settings.json"), (project, "settings.local.json")):
        file = folder / ".augment" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        hook = {"type": "command", "command": f"echo {folder.name} {name}"}
        hooks = json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}})
        file.write_text(f"// what everybody runs\n{hooks}\n", encoding="utf-8")
    plan = make_plan(
        Request(TABLE, "PreToolUse", CALL, str(project), "s"), load(TABLE, str(project), Host({}, str(home)))
    )
    assert [it.hook.body for it in plan.steps] == [
        "echo home settings.json",
        "echo project settings.json",
        "echo project settings.local.json",
    ]


def test_v2_the_file_is_told_by_its_place() -> None:
    hooks = json.dumps({"hooks": {"PreToolUse": [{"matcher": "launch-process", "hooks": []}]}})
    assert [it.dialect.id for it in readers(f"/p/{FILE}", hooks)] == ["augment"]
    assert [it.dialect.id for it in readers("/p/.augment/settings.local.json", hooks)] == ["augment"]


@pytest.mark.parametrize(
    ("matcher", "tool", "runs"),
    [
        ("launch-process", "launch-process", 1),
        ("process", "launch-process", 1),
        ("^process", "launch-process", 0),
        ("", "launch-process", 1),
        ("Bash", "launch-process", 0),
        ("str-replace-editor|save-file", "save-file", 1),
        ("mcp:*", "launch-process", 0),
        ("mcp:*", "create_issue_linear", 1),
        ("mcp:.*_linear$", "create_issue_linear", 1),
        ("mcp:.*_linear$", "create_issue_github", 0),
        ("mcp:.*", "save-file", 0),
    ],
)
async def test_v3_matchers_are_searched_for(tmp_path: Path, matcher: str, tool: str, runs: int) -> None:
    found = await fire(tmp_path, "PreToolUse", {"command": "true"}, matcher=matcher, tool_name=tool, tool_input={})
    assert len(found.runs) == runs


async def test_v3_other_events_ignore_the_matcher(tmp_path: Path) -> None:
    stopped = await fire(tmp_path, "Stop", {"command": "true"}, matcher="nothing", agent_stop_cause="end_turn")
    assert len(stopped.runs) == 1


async def test_v4_time_outs_in_milliseconds_and_arguments(tmp_path: Path) -> None:
    slow = await fire(tmp_path, "PreToolUse", {"command": "sleep 5", "timeout": 100})
    assert (statuses(slow), slow.folded.blocked) == (["timed-out"], False)

    plain = await fire(tmp_path, "PreToolUse", {"command": "echo", "args": ["$HOME", "a b"]})
    assert plain.runs[0].result is not None
    assert plain.runs[0].result.stdout == "$HOME a b\n"


async def test_v5_what_a_hook_is_given(tmp_path: Path) -> None:
    names = ("AUGMENT_PROJECT_DIR", "AUGMENT_CONVERSATION_ID", "AUGMENT_HOOK_EVENT", "AUGMENT_TOOL_NAME")
    asked = "; ".join(f'echo "${it}" >&2' for it in names)
    outcome = await fire(tmp_path, "PreToolUse", {"command": f"cat; {asked}"})
    result = outcome.runs[0].result
    assert result is not None
    read = json.loads(result.stdout)
    assert (read["hook_event_name"], read["conversation_id"]) == ("PreToolUse", "s1")
    assert {name: read[name] for name in CALL} == CALL
    assert result.stderr.splitlines() == [str(tmp_path), "s1", "PreToolUse", "launch-process"]


@pytest.mark.parametrize(
    ("event", "command", "status", "blocked"),
    [
        ("PreToolUse", "echo no >&2; exit 2", "blocked", True),
        ("PreToolUse", "echo no >&2; exit 1", "failed", False),
        ("PreToolUse", "no-such-program", "cannot-start", False),
        ("PostToolUse", "echo no >&2; exit 2", "blocked", False),
        ("Stop", "echo no >&2; exit 2", "failed", False),
        ("PromptSubmit", "echo no >&2; exit 2", "failed", False),
    ],
)
async def test_v6_exit_codes(tmp_path: Path, event: str, command: str, status: str, *, blocked: bool) -> None:
    outcome = await fire(tmp_path, event, {"command": command})
    assert (statuses(outcome), outcome.folded.blocked) == ([status], blocked)
    assert not outcome.folded.must_continue


async def test_v7_what_an_object_says(tmp_path: Path) -> None:
    async def said(event: str, **fields: Any) -> Outcome:
        return await fire(tmp_path, event, printing({"hookSpecificOutput": {"hookEventName": event, **fields}}))

    denied = await said("PreToolUse", permissionDecision="deny", permissionDecisionReason="no")
    assert (denied.folded.blocked, denied.folded.reason) == (True, "no")
    asked = await said("PreToolUse", permissionDecision="ask")
    assert (asked.folded.blocked, asked.folded.decision) == (False, None)
    changed = await said("PreToolUse", updatedInput={"command": "ls"})
    assert changed.folded.updated_input == {"command": "ls"}
    assert (await said("Stop", decision="block", reason="test first")).folded.must_continue
    objected = await said("PostToolUse", decision="block", reason="not so")
    assert (statuses(objected), objected.folded.blocked) == (["blocked"], False)
    assert (await said("SessionStart", additionalContext="on main")).runs[0].reading.context == "on main"


async def test_v7_an_object_that_does_not_fit_says_nothing(tmp_path: Path) -> None:
    for wrong in (
        {"hookSpecificOutput": {"permissionDecision": "deny"}},
        {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}, "continue": "no"},
    ):
        assert not (await fire(tmp_path, "PreToolUse", printing(wrong))).folded.blocked


async def test_v8_side_by_side(tmp_path: Path) -> None:
    meet = "touch {0}; for i in $(seq 100); do test -e {1} && exit 0; sleep 0.05; done; exit 1"
    hooks = [{"command": meet.format(*it)} for it in (("a", "b"), ("b", "a"))]
    assert statuses(await fire(tmp_path, "PostToolUse", *hooks)) == ["succeeded", "succeeded"]
