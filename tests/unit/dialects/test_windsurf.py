"""The `windsurf` dialect (M), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import fired, statuses

from hookwright.dialects import by_id
from hookwright.model.evidence import Basis
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import placed

WINDSURF = by_id("windsurf")
GATES = ["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use", "pre_user_prompt"]


async def fire(project: Path, event: str, *hooks: dict[str, Any], **payload: Any) -> Outcome:
    return await fired(WINDSURF, project, ".windsurf/hooks.json", event, *hooks, **payload)


def test_m1_twelve_events_known_from_documents() -> None:
    assert len(WINDSURF.events) == 12
    assert WINDSURF.evidence.basis is Basis.DOCUMENTED
    assert [it.name for it in WINDSURF.events if it.can_block] == GATES


async def test_m2_an_entry_is_flat_and_names_its_folder(tmp_path: Path) -> None:
    assert [(it.dialect.id, it.scope) for it in placed("/p/.windsurf/hooks.json")] == [("windsurf", Scope.PROJECT)]
    assert placed("/h/.codeium/windsurf/hooks.json", home="/h")[0].scope is Scope.USER
    (tmp_path / "scripts").mkdir()
    hook = {"command": "pwd > here", "powershell": "pwd", "working_directory": "scripts", "show_output": True}
    await fire(tmp_path, "post_write_code", hook, tool_info={"file_path": "/a"})
    assert (tmp_path / "scripts" / "here").read_text().strip() == f"{tmp_path}/scripts"
    only_windows = await fire(tmp_path, "pre_run_command", {"powershell": "exit 2"})
    assert statuses(only_windows) == ["skipped"]


async def test_m3_every_hook_of_an_event_runs(tmp_path: Path) -> None:
    hooks = [{"command": "true", "matcher": "rm"}, {"command": "true"}]
    assert (
        statuses(await fire(tmp_path, "pre_run_command", *hooks, tool_info={"command_line": "ls"})) == ["succeeded"] * 2
    )
    assert all(it.ignores_matchers for it in WINDSURF.events)


async def test_m4_what_a_hook_reads(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "pre_run_command", {"command": "cat"}, tool_info={"command_line": "ls", "cwd": "/a"})
    result = outcome.runs[0].result
    assert result is not None
    given = json.loads(result.stdout)
    assert given["agent_action_name"] == "pre_run_command"
    assert given["trajectory_id"] == "s1"
    assert given["timestamp"].endswith("Z")
    assert given["tool_info"] == {"command_line": "ls", "cwd": "/a"}


@pytest.mark.parametrize("event", [it.name for it in WINDSURF.events])
async def test_m5_exit_codes_are_the_only_answer(tmp_path: Path, event: str) -> None:
    refused = await fire(tmp_path, event, {"command": "echo no >&2; exit 2"})
    assert (refused.folded.blocked, refused.folded.reason) == ((True, "no") if event in GATES else (False, None))
    for command in ("exit 1", "kill -9 $$", "no-such-program-anywhere", 'echo \'{"decision": "block"}\''):
        outcome = await fire(tmp_path, event, {"command": command})
        assert not outcome.folded.blocked
        assert outcome.folded.decision is None


async def test_m5_output_is_shown_where_the_hook_says_so(tmp_path: Path) -> None:
    shown = await fire(tmp_path, "post_write_code", {"command": "echo hi", "show_output": True}, tool_info={})
    assert [it.text for it in shown.messages] == ["hi"]
    assert (await fire(tmp_path, "post_write_code", {"command": "echo hi"}, tool_info={})).messages == ()


async def test_m6_one_after_another(tmp_path: Path) -> None:
    hooks = [{"command": "sleep 0.05; echo 1 >> log; exit 2"}, {"command": "echo 2 >> log"}]
    outcome = await fire(tmp_path, "pre_run_command", *hooks, tool_info={"command_line": "ls"})
    assert (tmp_path / "log").read_text() == "1\n2\n"
    assert outcome.folded.blocked


def test_m2_the_files_of_the_machine_go_before_those_of_the_user() -> None:
    scopes = [it.scope for it in by_id("windsurf").locations]
    assert scopes == sorted(scopes, key=list(Scope).index)
    assert {it.path for it in by_id("windsurf").locations if it.scope is Scope.SYSTEM} == {
        "/etc/windsurf/hooks.json",
        "/Library/Application Support/Windsurf/hooks.json",
        "C:/ProgramData/Windsurf/hooks.json",
    }
