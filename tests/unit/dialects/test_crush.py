"""The `crush` dialect (Q), fired with real processes."""

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
from hookwright.model.outcome import Folded, Outcome
from hookwright.readers.choice import readers

TABLE = by_id("crush")
CALL: dict[str, Any] = {"tool_name": "bash", "tool_input": {"command": "rm -rf /", "timeout": 5}}


async def fire(project: Path, *hooks: dict[str, Any], event: str = "PreToolUse", **payload: Any) -> Outcome:
    return await fired(TABLE, project, "crush.json", event, *hooks, **(payload or CALL))


@pytest.mark.parametrize("name", ["PreToolUse", "pre_tool_use", "preToolUse", "PRETOOLUSE", "pretooluse"])
async def test_q1_one_event_by_any_of_its_names(tmp_path: Path, name: str) -> None:
    assert {it.spelling_of or it.name for it in TABLE.events} == {"PreToolUse"}
    (tmp_path / "crush.json").write_text(
        json.dumps({"hooks": {name: [{"command": "cat"}]}, "options": {}}), encoding="utf-8"
    )
    (step,) = make_plan(Request(TABLE, "PreToolUse", CALL, str(tmp_path), "s"), load(TABLE, str(tmp_path))).steps
    outcome = await fire(tmp_path, {"command": "cat"}, event=name)
    result = outcome.runs[0].result
    assert result is not None
    assert (step.hook.body, json.loads(result.stdout)["event"]) == ("cat", "PreToolUse")


def test_q2_files_of_the_user_the_folders_above_and_the_project(tmp_path: Path) -> None:
    home, above = tmp_path / "home", tmp_path / "repository"
    project = above / "part"
    for folder, name in ((home / ".config/crush", "crush.json"), (above, "crush.json"), (project, ".crush.json")):
        folder.mkdir(parents=True)
        text = json.dumps({"hooks": {"PreToolUse": [{"command": f"echo {folder.name}"}]}})
        (folder / name).write_text(text, encoding="utf-8")
    (above / ".git").mkdir()
    snapshot = load(TABLE, str(project), Host({}, str(home)))
    plan = make_plan(Request(TABLE, "PreToolUse", CALL, str(project), "s"), snapshot)
    assert [it.hook.body for it in plan.steps] == ["echo crush", "echo repository", "echo part"]


def test_q2_other_programs_use_the_name_too() -> None:
    hooks = json.dumps({"hooks": {"PreToolUse": [{"matcher": "bash", "command": "true"}]}})
    assert [it.dialect.id for it in readers("/p/crush.json", hooks)] == ["crush"]
    assert readers("/p/crush.json", '[{"name": "Ada", "age": 30}]') == ()
    assert readers("/p/crush.json", '{"version": "0.90.0", "homepage": "https://charm.sh/crush"}') == ()
    assert [it.dialect.id for it in readers("/p/.crush.json", hooks)] == ["crush"]


async def test_q3_an_entry_is_flat(tmp_path: Path) -> None:
    hook = {"name": "guard", "matcher": "^bash$", "command": "sleep 5", "timeout": 1}
    outcome = await fire(tmp_path, hook)
    assert (statuses(outcome), outcome.folded.blocked) == (["timed-out"], False)


@pytest.mark.parametrize(("matcher", "runs"), [("bash", 1), ("a", 1), ("^bas$", 0), ("Bash", 0), ("", 1), ("*", 0)])
async def test_q4_matchers_are_searched_for(tmp_path: Path, matcher: str, runs: int) -> None:
    assert len((await fire(tmp_path, {"command": "true", "matcher": matcher})).runs) == runs


async def test_q5_what_a_hook_is_given(tmp_path: Path) -> None:
    names = ("CRUSH_EVENT", "CRUSH_SESSION_ID", "CRUSH_TOOL_NAME", "CRUSH_PROJECT_DIR", "CRUSH_TOOL_INPUT_COMMAND")
    asked = "; ".join(f'echo "${it}" >&2' for it in names)
    outcome = await fire(tmp_path, {"command": f"cat; {asked}"})
    result = outcome.runs[0].result
    assert result is not None
    assert json.loads(result.stdout) == {"event": "PreToolUse", "session_id": "s1", "cwd": str(tmp_path), **CALL}
    assert result.stderr.splitlines() == ["PreToolUse", "s1", "bash", str(tmp_path), "rm -rf /"]

    edit = await fire(tmp_path, {"command": 'echo "$CRUSH_TOOL_INPUT_FILE_PATH"'}, tool_input={"file_path": "/a"})
    assert edit.runs[0].result is not None
    assert edit.runs[0].result.stdout == "/a\n"


@pytest.mark.parametrize(
    ("command", "blocked", "stops"),
    [
        ("echo no >&2; exit 2", True, False),
        ("echo no >&2; exit 49", True, True),
        ("exit 1", False, False),
        ("kill -9 $$", False, False),
        ('echo \'{"decision": "deny"}\'; exit 1', False, False),
        ("echo no", False, False),
    ],
)
async def test_q6_exit_codes(tmp_path: Path, command: str, *, blocked: bool, stops: bool) -> None:
    folded = (await fire(tmp_path, {"command": command})).folded
    assert (folded.blocked, folded.stop_agent) == (blocked, stops)
    assert folded.reason == ("no" if blocked else None)
    assert folded.stop_reason == ("no" if stops else None)


async def test_q7_what_an_object_says(tmp_path: Path) -> None:
    async def folded(answer: dict[str, Any]) -> Folded:
        return (await fire(tmp_path, printing(answer))).folded

    assert (await folded({"decision": "allow"})).decision == "allow"
    denied = await folded({"version": 1, "decision": "deny", "reason": "no"})
    assert (denied.decision, denied.reason, denied.stop_agent) == ("deny", "no", False)
    halted = await folded({"halt": True, "reason": "enough"})
    assert (halted.blocked, halted.stop_agent, halted.stop_reason) == (True, True, "enough")
    assert (await folded({"updated_input": {"command": "ls"}})).updated_input == {"command": "ls"}
    assert (await folded({"decision": "block"})).decision is None
    claudes = {"permissionDecision": "deny", "permissionDecisionReason": "no"}
    assert (await folded({"decision": "allow", "hookSpecificOutput": claudes})).decision == "deny"


async def test_q7_a_text_and_a_list_go_to_the_model(tmp_path: Path) -> None:
    for answer, expected in (("one", "one"), (["one", "", "two"], "one\ntwo")):
        outcome = await fire(tmp_path, printing({"context": answer}))
        assert outcome.runs[0].reading.context == expected


async def test_q8_side_by_side_and_the_same_command_once(tmp_path: Path) -> None:
    hooks = [printing({"decision": "allow"}), {"command": "exit 2"}, {"command": "exit 2", "matcher": "ba"}]
    outcome = await fire(tmp_path, *hooks)
    assert (len(outcome.runs), outcome.folded.blocked) == (2, True)


@pytest.mark.parametrize("wrong", [{"matcher": "bash"}, {"command": 5}, {"command": "true", "timeout": "10"}])
def test_q9_one_wrong_value_and_no_hook_runs(tmp_path: Path, wrong: dict[str, Any]) -> None:
    hooks = {"PreToolUse": [wrong, {"command": "exit 2"}]}
    (tmp_path / "crush.json").write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    assert make_plan(Request(TABLE, "PreToolUse", CALL, str(tmp_path), "s"), load(TABLE, str(tmp_path))).steps == ()


@pytest.mark.parametrize("timeout", [0, -4])
def test_q3_a_timeout_of_0_or_less_is_the_default(tmp_path: Path, timeout: int) -> None:
    hooks = {"PreToolUse": [{"command": "true", "timeout": timeout}]}
    (tmp_path / "crush.json").write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    (step,) = make_plan(Request(TABLE, "PreToolUse", CALL, str(tmp_path), "s"), load(TABLE, str(tmp_path))).steps
    assert step.timeout == 30
