"""The `kimi-code` dialect (X), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import printing, statuses

from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import readers

TABLE = by_id("kimi-code")
CALL: dict[str, Any] = {"tool_name": "Bash", "tool_input": {"command": "npm test"}}
FILE = ".kimi-code/config.toml"


def written(*hooks: dict[str, Any]) -> str:
    tables = ("\n".join(f"{name} = {json.dumps(value)}" for name, value in it.items()) for it in hooks)
    return "".join(f"[[hooks]]\n{it}\n\n" for it in tables)


async def fire(folder: Path, event: str, *hooks: dict[str, Any], **payload: Any) -> Outcome:
    """What comes of an event for hooks of the user, which must be right."""
    home, project = folder / "home", folder / "project"
    (home / FILE).parent.mkdir(parents=True, exist_ok=True)
    project.mkdir(exist_ok=True)
    (home / FILE).write_text(written(*({"event": event, **it} for it in hooks)), encoding="utf-8")
    snapshot = load(TABLE, str(project), Host({}, str(home)))
    assert snapshot.problems == ()
    return await dispatch(make_plan(Request(TABLE, event, payload or CALL, str(project), "s1"), snapshot), Host.real())


def printed(outcome: Outcome) -> list[str]:
    return [it.result.stdout for it in outcome.runs if it.result]


def test_x1_twenty_events_and_what_they_can_do() -> None:
    assert [it.name for it in TABLE.events if it.can_block] == ["PreToolUse", "UserPromptSubmit", "Stop"]
    assert len(TABLE.events) == 20


def test_x2_the_users_file_and_manifests_of_plugins(tmp_path: Path) -> None:
    hook = {"event": "PreToolUse", "command": "true"}
    manifest = json.dumps({"name": "guards", "hooks": [hook]})
    for path, text in ((FILE, written(hook)), ("kimi.plugin.json", manifest), (".kimi-plugin/plugin.json", manifest)):
        file = tmp_path / "some" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        assert [it.dialect.id for it in readers(str(file), text)] == ["kimi-code"]

    (tmp_path / "kimi").mkdir()
    (tmp_path / "kimi/config.toml").write_text(written(hook), encoding="utf-8")
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(written({**hook, "command": "false"}), encoding="utf-8")
    found = load(TABLE, str(tmp_path), Host({"KIMI_CODE_HOME": str(tmp_path / "kimi")}, "/nowhere"))
    assert [it.body for it in found.hooks] == ["true"]


async def test_x3_a_time_out_in_seconds(tmp_path: Path) -> None:
    slow, quick = {"command": "sleep 5; exit 2", "timeout": 1}, {"command": "exit 0"}
    outcome = await fire(tmp_path, "PreToolUse", slow, quick)
    assert (statuses(outcome), outcome.folded.blocked) == (["timed-out", "succeeded"], False)
    assert make_plan(Request(TABLE, "Stop", {}, "/p", "s"), load(TABLE, "/p", Host({}, "/nowhere"))).steps == ()


@pytest.mark.parametrize(
    "other",
    [
        {"event": "PreToolUs", "command": "true"},
        {"event": "Stop", "command": "true", "name": "tests"},
        {"event": "Stop", "command": "true", "timeout": 0},
        {"event": "Stop", "command": "true", "timeout": 601},
        {"event": "Stop", "command": "true", "timeout": "5"},
        {"event": "Stop", "command": "true", "matcher": ["Bash"]},
        {"event": "Stop", "command": ""},
        {"event": "Stop"},
        {"command": "true"},
    ],
)
def test_x4_one_mistake_switches_off_all_hooks(tmp_path: Path, other: dict[str, Any]) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(written({"event": "PreToolUse", "command": "true"}, other), encoding="utf-8")
    found = load(TABLE, "/nowhere", Host({}, str(tmp_path)))
    assert found.hooks == ()
    assert "ignores all hooks of this file" in found.problems[0]


def test_x4_a_blank_command_does_not(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir()
    hooks = [{"event": "PreToolUse", "command": "true"}, {"event": "Stop", "command": "  "}]
    (tmp_path / FILE).write_text(written(*hooks), encoding="utf-8")
    assert "true" in [it.body for it in load(TABLE, "/nowhere", Host({}, str(tmp_path))).hooks]


@pytest.mark.parametrize(
    ("matcher", "runs"),
    [("Bash", 1), ("^Bash$", 1), ("as", 1), ("", 1), ("bash", 0), ("*", 0), ("(?i)bash", 0), ("^(Read|Write)$", 0)],
)
async def test_x5_matchers_are_searched_for(tmp_path: Path, matcher: str, runs: int) -> None:
    outcome = await fire(tmp_path, "PreToolUse", {"command": "true", "matcher": matcher})
    assert len(outcome.runs) == runs


async def test_x5_prompts_are_matched_by_their_text(tmp_path: Path) -> None:
    prompt = [{"type": "text", "text": "hello there"}]
    hooks = [{"command": "echo found", "matcher": "lo th"}, {"command": "echo other", "matcher": "zzz"}]
    outcome = await fire(tmp_path, "UserPromptSubmit", *hooks, prompt=prompt, is_steer=False)
    assert printed(outcome) == ["found\n"]


async def test_x6_what_a_hook_reads(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "PreToolUse", {"command": "cat; pwd"})
    (text,) = printed(outcome)
    said, _, folder = text.rpartition("}")
    read = json.loads(said + "}")
    assert {it: read[it] for it in ("hook_event_name", "session_id", "cwd", "tool_name")} == {
        "hook_event_name": "PreToolUse",
        "session_id": "s1",
        "cwd": str(tmp_path / "project"),
        "tool_name": "Bash",
    }
    assert folder.strip() == str(tmp_path / "project")


def answer(**keys: Any) -> dict[str, Any]:
    return printing({"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no", **keys}})


async def test_x7_how_a_hook_refuses(tmp_path: Path) -> None:
    for event, payload in (("PreToolUse", CALL), ("UserPromptSubmit", {"prompt": []})):
        by_code = await fire(tmp_path, event, {"command": "echo no >&2; exit 2"}, **payload)
        by_answer = await fire(tmp_path, event, answer(), **payload)
        assert [(it.folded.blocked, it.folded.reason) for it in (by_code, by_answer)] == [(True, "no")] * 2

    failed = await fire(tmp_path, "PreToolUse", {"command": "echo no >&2; exit 1"})
    claudes = await fire(tmp_path, "PreToolUse", printing({"decision": "block", "reason": "no"}))
    told = await fire(tmp_path, "PostToolUse", {"command": "echo no >&2; exit 2"})
    assert [it.folded.blocked for it in (failed, claudes, told)] == [False] * 3
    assert statuses(told) == ["failed"]


async def test_x7_the_agent_goes_on(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "Stop", {"command": "echo again >&2; exit 2"}, stop_hook_active=False)
    assert (outcome.folded.must_continue, outcome.folded.reason) == (True, "again")


async def test_x7_what_goes_to_the_model(tmp_path: Path) -> None:
    hooks = [
        {"command": "echo one"},
        printing({"message": "two"}),
        printing({"hookSpecificOutput": {"message": "three"}}),
    ]
    outcome = await fire(tmp_path, "UserPromptSubmit", *hooks, prompt=[])
    assert [it in str(outcome.folded.additional_context) for it in ("one", "two", "three")] == [True] * 3
    assert not (await fire(tmp_path, "PreToolUse", {"command": "echo one"})).folded.additional_context


async def test_x8_of_equal_commands_one_runs_for_the_time_of_the_first(tmp_path: Path) -> None:
    hooks = [{"command": "exit 0", "matcher": "Bash", "timeout": 3}, {"command": "exit 0", "timeout": 9}]
    outcome = await fire(tmp_path, "PreToolUse", *hooks)
    assert len(outcome.runs) == 1
    plan = make_plan(
        Request(TABLE, "PreToolUse", CALL, "/p", "s1"), load(TABLE, "/p", Host({}, str(tmp_path / "home")))
    )
    assert [it.timeout for it in plan.steps] == [3.0]


async def test_x8_hooks_of_a_plugin_run_in_its_folder(tmp_path: Path) -> None:
    plugin, project = tmp_path / "plugin", tmp_path / "project"
    (plugin / ".kimi-plugin").mkdir(parents=True)
    project.mkdir()
    manifest = plugin / ".kimi-plugin/plugin.json"
    hook = {"event": "PreToolUse", "command": 'pwd; echo "$KIMI_PLUGIN_ROOT"'}
    manifest.write_text(json.dumps({"name": "guards", "hooks": [hook]}), encoding="utf-8")
    snapshot = load(TABLE, str(project), Host({}, "/nowhere"), NamedFiles(plugin_dirs=[str(plugin)]))
    outcome = await dispatch(make_plan(Request(TABLE, "PreToolUse", CALL, str(project), "s1"), snapshot), Host.real())
    assert printed(outcome) == [f"{plugin}\n{plugin}\n"]
