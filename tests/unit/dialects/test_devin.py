"""The `devin` dialect (W), fired with real processes."""

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
from hookwright.model.hook_type import Performer
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import readers, stranger

TABLE = by_id("devin")
CALL: dict[str, Any] = {"tool_name": "exec", "tool_input": {"command": "npm test"}}
FILE, CONFIG = ".devin/hooks.v1.json", ".devin/config.json"


async def fire(project: Path, event: str, *hooks: dict[str, Any], matcher: str = "", **payload: Any) -> Outcome:
    group = {"matcher": matcher, "hooks": [{"type": "command", **it} for it in hooks]}
    return await fired(TABLE, project, CONFIG, event, group, **(payload or CALL))


def test_w1_eight_events_and_what_they_can_do() -> None:
    assert [it.name for it in TABLE.events if it.can_block] == [
        "PreToolUse",
        "PermissionRequest",
        "UserPromptSubmit",
        "Stop",
    ]
    assert len(TABLE.events) == 8


def test_w2_the_files_of_the_user_and_the_project(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    places = [(home, ".config/devin/config.json"), (project, FILE), (project, CONFIG)]
    for folder, name in (*places, (project, ".devin/config.local.json")):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        events = {"PreToolUse": [{"hooks": [{"type": "command", "command": f"echo {folder.name} {file.name}"}]}]}
        bare = name == FILE
        text = json.dumps(events if bare else {"hooks": events})
        file.write_text(text if bare else f"// what everybody runs\n{text}\n", encoding="utf-8")
    plan = make_plan(
        Request(TABLE, "PreToolUse", CALL, str(project), "s"), load(TABLE, str(project), Host({}, str(home)))
    )
    assert [it.hook.body for it in plan.steps] == [
        "echo home config.json",
        "echo project hooks.v1.json",
        "echo project config.json",
        "echo project config.local.json",
    ]


def test_w2_a_file_is_told_by_its_place() -> None:
    events = {"PreToolUse": [{"matcher": "^exec$", "hooks": [{"type": "command", "command": "true"}]}]}
    assert [it.dialect.id for it in readers(f"/p/{FILE}", json.dumps(events))] == ["devin"]
    assert [it.dialect.id for it in readers(f"/p/{FILE}", "{}")] == ["devin"]
    assert [it.dialect.id for it in readers(f"/p/{CONFIG}", json.dumps({"hooks": events}))] == ["devin"]
    assert readers(f"/p/{CONFIG}", '{"permissions": {"allow": []}}') == ()
    assert stranger(f"/p/{FILE}", json.dumps(events)) is None


def test_w3_types_of_hooks() -> None:
    assert {it.name: it.by for it in TABLE.grammar.types} == {"command": Performer.COMMAND, "prompt": Performer.MODEL}


@pytest.mark.parametrize(
    ("matcher", "tool", "runs"),
    [
        ("exec", "exec", 1),
        ("^exec$", "exec", 1),
        ("xe", "exec", 1),
        ("", "exec", 1),
        ("Exec", "exec", 0),
        ("^(edit|write)$", "exec", 0),
        ("write", "todo_write", 1),
        ("^mcp__github__.*", "mcp__github__create_issue", 1),
    ],
)
async def test_w4_matchers_are_searched_for(tmp_path: Path, matcher: str, tool: str, runs: int) -> None:
    outcome = await fire(tmp_path, "PreToolUse", {"command": "true"}, matcher=matcher, tool_name=tool, tool_input={})
    assert len(outcome.runs) == runs


async def test_w5_what_a_hook_reads(tmp_path: Path) -> None:
    await fire(tmp_path, "PreToolUse", {"command": "cat > read.json; echo $DEVIN_PROJECT_DIR > root"})
    read = json.loads((tmp_path / "read.json").read_text(encoding="utf-8"))

    assert (read["hook_event_name"], read["tool_input"]) == ("PreToolUse", CALL["tool_input"])
    assert "cwd" not in read
    assert (tmp_path / "root").read_text(encoding="utf-8").strip() == str(tmp_path)


@pytest.mark.parametrize("word", ["block", "deny"])
async def test_w6_how_a_hook_refuses(tmp_path: Path, word: str) -> None:
    by_code = await fire(tmp_path, "PreToolUse", {"command": "echo no >&2; exit 2"})
    by_answer = await fire(tmp_path, "PreToolUse", printing({"decision": word, "reason": "no"}))
    assert [(it.folded.blocked, it.folded.reason) for it in (by_code, by_answer)] == [(True, "no")] * 2

    approved = await fire(tmp_path, "PreToolUse", printing({"decision": "approve"}))
    failed = await fire(tmp_path, "PreToolUse", {"command": "exit 1"})
    objected = await fire(tmp_path, "PostToolUse", {"command": "echo why >&2; exit 2"}, **CALL, tool_response={})
    assert approved.folded.blocked is False
    assert (failed.folded.blocked, statuses(failed)) == (False, ["failed"])
    assert (objected.folded.blocked, statuses(objected)) == (False, ["blocked"])


async def test_w6_a_changed_input_and_a_context(tmp_path: Path) -> None:
    said = {"hookEventName": "PreToolUse", "updatedInput": {"command": "npm ci"}, "additionalContext": "be brief"}
    outcome = await fire(tmp_path, "PreToolUse", printing({"hookSpecificOutput": said}))
    assert outcome.folded.updated_input == {"command": "npm ci"}
    assert "be brief" in str(outcome.folded)
