"""The `goose` dialect (P), fired with real processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import fired, printing

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import readers

TABLE = by_id("goose")
PLUGIN = ".agents/plugins/guard"
CALL: dict[str, Any] = {"tool_name": "developer__shell", "tool_input": {"command": "sudo make install"}}
TELLING = [it.name for it in TABLE.events if it.name not in ("PreToolUse", "Stop")]


async def fire(project: Path, event: str, *hooks: dict[str, Any], matcher: str = "", **payload: Any) -> Outcome:
    group = {"matcher": matcher, "hooks": list(hooks)}
    return await fired(TABLE, project, f"{PLUGIN}/hooks/hooks.json", event, group, **(payload or CALL))


def test_p1_twelve_events_of_which_two_can_refuse() -> None:
    assert len(TABLE.events) == 12
    assert [it.name for it in TABLE.events if it.can_block] == ["PreToolUse", "Stop"]


@pytest.mark.parametrize("event", TELLING)
async def test_p1_the_others_change_nothing(tmp_path: Path, event: str) -> None:
    for command in ("echo no >&2; exit 2", 'echo \'{"decision": "block", "reason": "no"}\''):
        outcome = await fire(tmp_path, event, {"command": command}, **CALL, message="hello")
        assert (outcome.folded.blocked, outcome.folded.must_continue) == (False, False)
        assert len(outcome.runs) == 1


async def test_p2_every_plugin_applies_those_of_the_project_first(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    plugins = [folder / ".agents/plugins" / name for folder in (project, home) for name in ("a", "b")]
    for it in plugins:
        (it / "hooks").mkdir(parents=True)
        hooks = {"hooks": {"PreToolUse": [{"hooks": [{"command": "echo ${PLUGIN_ROOT} $PLUGIN_ROOT >&2; exit 1"}]}]}}
        (it / "hooks/hooks.json").write_text(json.dumps(hooks), encoding="utf-8")
    snapshot = load(TABLE, str(project), Host({}, str(home)))
    request = Request(TABLE, "PreToolUse", CALL, str(project), "s")
    outcome = await dispatch(make_plan(request, snapshot), Host({"PATH": os.defpath}, str(home)))
    assert [it.result.stderr.split() for it in outcome.runs if it.result] == [[str(it)] * 2 for it in plugins]


def test_p2_only_what_speaks_for_goose_makes_a_file_its_own(tmp_path: Path) -> None:
    def told(folder: str, hook: dict[str, Any], event: str = "PreToolUse", **keys: Any) -> str:
        text = json.dumps({"hooks": {event: [{**keys, "hooks": [hook]}]}})
        return readers(f"/p/{folder}/hooks/hooks.json", text)[0].dialect.id

    plain = {"type": "command", "command": "${PLUGIN_ROOT}/guard.sh"}
    assert told(PLUGIN, {**plain, "on_failure": "block"}) == "goose"
    assert told(PLUGIN, plain, "PreToolUseResult") == "goose"
    assert told(PLUGIN, plain, matcher="developer__shell") == "goose"
    assert told(PLUGIN, {"command": "${PLUGIN_ROOT}/guard.sh"}, matcher="developer__shelx") == "goose"
    assert told(PLUGIN, plain) == "open-plugin"
    assert told(PLUGIN, plain, "SubagentStop") == "open-plugin"
    assert told(".", plain) == "open-plugin"


@pytest.mark.parametrize(
    ("event", "matcher", "runs"),
    [
        ("PreToolUse", "shell", 1),
        ("PreToolUse", "^shell", 0),
        ("PreToolUse", "*", 0),
        ("PreToolUseResult", "developer__(shell|write)", 1),
        ("BeforeShellExecution", "^sudo", 1),
        ("BeforeShellExecution", "^developer", 0),
        ("UserPromptSubmit", "hel+o", 1),
        ("UserPromptSubmit", "bye", 0),
        ("Stop", "developer", 0),
        ("SessionStart", "startup", 0),
        ("SessionStart", ".*", 1),
        ("SessionEnd", "", 1),
    ],
)
async def test_p3_what_matchers_are_searched_in(tmp_path: Path, event: str, matcher: str, runs: int) -> None:
    outcome = await fire(
        tmp_path, event, {"command": "true"}, matcher=matcher, **CALL, message="hello", source="startup"
    )
    assert len(outcome.runs) == runs


async def test_p4_what_a_hook_reads(tmp_path: Path) -> None:
    await fire(tmp_path, "PreToolUse", {"command": "cat > read.json"})
    read = json.loads((tmp_path / "read.json").read_text(encoding="utf-8"))

    assert read == {"event": "PreToolUse", "session_id": "s1", "matcher_context": "developer__shell", **CALL}


@pytest.mark.parametrize(
    ("command", "usually", "closed"),
    [
        ("echo no >&2; exit 2", True, True),
        ('echo \'{"decision": "block", "reason": "no"}\'', True, True),
        ('echo \'{"decision": "block", "reason": "no"}\'; exit 3', True, True),
        ("true", False, False),
        ('echo \'{"decision": "allow"}\'', False, False),
        ('echo \'{"decision": "allow"}\'; exit 1', False, True),
        ('echo \'{"decision": "deny"}\'', False, True),
        ("echo '{}'", False, True),
        ("echo checking the policy", False, True),
        ("exit 1", False, True),
        ("kill -9 $$", False, True),
        ("no-such-program-anywhere", False, True),
    ],
)
async def test_p5_what_a_hook_decides(tmp_path: Path, command: str, *, usually: bool, closed: bool) -> None:
    for policy, expected in (("allow", usually), ("block", closed)):
        outcome = await fire(tmp_path, "PreToolUse", {"command": command, "on_failure": policy})
        assert outcome.folded.blocked is expected, policy


async def test_p5_a_hook_that_takes_too_long_refuses_only_where_it_says_so(tmp_path: Path) -> None:
    slow = {"command": "sleep 5", "timeout": 1}
    assert not (await fire(tmp_path, "PreToolUse", slow)).folded.blocked
    assert (await fire(tmp_path, "PreToolUse", {**slow, "on_failure": "block"})).folded.blocked


async def test_p5_the_end_of_a_turn_is_put_off(tmp_path: Path) -> None:
    answer = printing({"decision": "block", "reason": "run the tests"})
    for hook in (answer, {"command": "echo 'run the tests' >&2; exit 2"}):
        outcome = await fire(tmp_path, "Stop", hook)
        assert (outcome.folded.must_continue, outcome.folded.reason) == (True, "run the tests")


async def test_p6_the_first_that_refuses_ends_them(tmp_path: Path) -> None:
    hooks = [{"command": "echo 1 >> log"}, {"command": "echo 2 >> log; exit 2"}, {"command": "echo 3 >> log"}]
    await fire(tmp_path, "PreToolUse", *hooks)
    assert (tmp_path / "log").read_text(encoding="utf-8").split() == ["1", "2"]


def test_p7_what_makes_goose_skip_a_file(tmp_path: Path) -> None:
    def steps(hook: dict[str, Any], event: str = "PreToolUse") -> int:
        file = tmp_path / PLUGIN / "hooks/hooks.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        right = {"command": "true", "on_failure": "block"}
        file.write_text(json.dumps({"hooks": {event: [{"hooks": [hook, right]}]}}), encoding="utf-8")
        snapshot = load(TABLE, str(tmp_path))
        return len(make_plan(Request(TABLE, "PreToolUse", CALL, str(tmp_path), "s"), snapshot).steps)

    assert steps({"command": "echo", "on_failure": "deny"}) == 0
    assert steps({"command": "echo", "timeout": "10"}) == 0
    assert steps({"command": "echo", "timeout": -1}) == 0
    assert steps({"command": 5}) == 0
    assert steps({"type": "prompt", "prompt": "Is it safe?", "timeout": "10"}) == 1
    assert steps({"command": "echo", "timeout": None}) == 2
