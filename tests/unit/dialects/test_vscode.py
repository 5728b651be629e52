"""The `vscode` dialect (K), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import fired, printing, statuses

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.model.evidence import Basis
from hookwright.model.hook import Scope
from hookwright.model.location import Format
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import placed
from hookwright.readers.place import location_at

VSCODE = by_id("vscode")
CALL = {"tool_name": "run_in_terminal", "tool_input": {"command": "git push"}}


async def fire(project: Path, event: str, *hooks: dict[str, Any], **payload: Any) -> Outcome:
    return await fired(VSCODE, project, ".github/hooks/mine.json", event, *hooks, **payload)


def nested(event: str, **fields: Any) -> dict[str, Any]:
    return printing({"hookSpecificOutput": {"hookEventName": event, **fields}})


def test_k1_ten_events_known_from_documents() -> None:
    assert len(VSCODE.events) == 10
    assert VSCODE.evidence.basis is Basis.DOCUMENTED
    assert {it.evidence.basis for it in VSCODE.events if it.evidence is not None} == {Basis.SOURCE}
    assert all(it.evidence is not None for it in VSCODE.events)
    can = {it.name for it in VSCODE.events if it.can_block}
    assert can == {"PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop"}


def test_k2_files_of_the_user_the_project_and_agents(tmp_path: Path) -> None:
    for path, scope, form in (
        ("/p/.github/hooks/a.json", Scope.PROJECT, Format.JSON),
        ("/h/.copilot/hooks/a.json", Scope.USER, Format.JSON),
        ("/p/.github/agents/a.agent.md", Scope.PROJECT, Format.FRONT_MATTER),
    ):
        location = location_at(VSCODE, path)
        assert location is not None
        assert (location.scope, location.format) == (scope, form)
    mine, theirs = '{"hooks": {"Stop": []}}', '{"version": 1, "hooks": {"Stop": []}}'
    assert "vscode" in {it.dialect.id for it in placed("/p/.github/hooks/a.json", text=mine)}
    assert "vscode" not in {it.dialect.id for it in placed("/p/.github/hooks/a.json", text=theirs)}
    both = placed("/p/.github/hooks/a.json", text=mine)
    assert [(it.dialect.id, it.borrowed) for it in both] == [("vscode", False), ("copilot-cli", True)]
    camel = placed("/p/.github/hooks/a.json", text='{"hooks": {"sessionStart": []}}')
    assert camel[0].dialect.id == "copilot-cli"
    agent = tmp_path / ".github" / "agents" / "reviewer.agent.md"
    agent.parent.mkdir(parents=True)
    agent.write_text("---\nname: reviewer\nhooks:\n  Stop:\n    - type: command\n      command: 'true'\n---\nReview.\n")
    assert [(it.event, it.body) for it in load(VSCODE, str(tmp_path)).hooks] == [("Stop", "true")]


async def test_k3_an_entry_names_commands_for_systems_a_folder_and_variables(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    entry = {"command": "exit 1", "linux": "echo $A > here", "windows": "dir", "cwd": "scripts", "env": {"A": "b"}}
    assert statuses(await fire(tmp_path, "SessionStart", {"type": "command", **entry, "timeout": 5})) == ["succeeded"]
    assert (tmp_path / "scripts" / "here").read_text() == "b\n"
    assert statuses(await fire(tmp_path, "SessionStart", {"command": "true", "windows": "dir"})) == ["succeeded"]
    assert statuses(await fire(tmp_path, "SessionStart", {"windows": "dir"})) == ["skipped"]


async def test_k3_hooks_in_groups_run_whatever_the_matcher(tmp_path: Path) -> None:
    group = {"matcher": "create_file", "hooks": [{"type": "command", "command": "exit 2"}, {"command": "true"}]}
    outcome = await fire(tmp_path, "PreToolUse", group, **CALL)
    assert statuses(outcome) == ["blocked", "succeeded"]


async def test_k4_matchers_are_ignored(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "PreToolUse", {"command": "true", "matcher": "create_file"}, **CALL)
    assert statuses(outcome) == ["succeeded"]


async def test_k5_what_a_hook_reads(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "PreToolUse", {"command": "cat"}, **CALL)
    result = outcome.runs[0].result
    assert result is not None
    given = json.loads(result.stdout)
    assert (given["session_id"], given["hook_event_name"], given["cwd"]) == ("s1", "PreToolUse", str(tmp_path))
    assert given["tool_input"] == {"command": "git push"}


async def test_k6_the_first_that_stops_the_agent_is_the_last(tmp_path: Path) -> None:
    stop = {"continue": False, "stopReason": "enough"}
    outcome = await fire(tmp_path, "PostToolUse", printing({}), printing(stop), {"command": "touch ran"}, **CALL)
    assert (outcome.folded.stop_agent, outcome.folded.stop_reason) == (True, "enough")
    assert len(outcome.runs) == 2
    assert not (tmp_path / "ran").exists()


async def test_k6_the_strictest_decision_and_the_last_input_count(tmp_path: Path) -> None:
    words = ("allow", "deny", "ask")
    outcome = await fire(tmp_path, "PreToolUse", *(nested("PreToolUse", permissionDecision=it) for it in words), **CALL)
    assert (outcome.folded.decision, len(outcome.runs)) == ("deny", 3)
    inputs = (nested("PreToolUse", updatedInput={"command": it}) for it in ("a", "b"))
    assert (await fire(tmp_path, "PreToolUse", *inputs, **CALL)).folded.updated_input == {"command": "b"}


@pytest.mark.parametrize("event", [it.name for it in VSCODE.events])
async def test_k7_exit_2_refuses_and_other_failures_do_not(tmp_path: Path, event: str) -> None:
    refused = (await fire(tmp_path, event, {"command": "echo no >&2; exit 2"}, **CALL)).folded
    assert refused.blocked == (event in ("PreToolUse", "UserPromptSubmit"))
    assert refused.must_continue == (event in ("Stop", "SubagentStop"))
    for command in ("exit 1", "kill -9 $$", "no-such-program-anywhere"):
        passed = (await fire(tmp_path, event, {"command": command}, **CALL)).folded
        assert (passed.blocked, passed.must_continue, passed.decision) == (False, False, None)


async def test_k8_answers_are_nested(tmp_path: Path) -> None:
    denied = nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="not now")
    assert (await fire(tmp_path, "PreToolUse", denied, **CALL)).folded.reason == "not now"
    for event in ("Stop", "SubagentStop"):
        goes_on = await fire(tmp_path, event, nested(event, decision="block", reason="test first"))
        assert (goes_on.folded.must_continue, goes_on.folded.reason) == (True, "test first")
        stops = await fire(tmp_path, event, printing({"decision": "block", "reason": "test first"}))
        assert not stops.folded.must_continue
    objected = await fire(tmp_path, "PostToolUse", printing({"decision": "block", "reason": "undo it"}), **CALL)
    assert objected.folded.reason == "undo it"
    context = await fire(tmp_path, "SessionStart", nested("SessionStart", additionalContext="hi"))
    assert context.folded.additional_context == "hi"
    renamed = await fire(tmp_path, "SubagentStop", nested("Stop", decision="block", reason="x"))
    assert renamed.runs[0].reading.problems == ()
