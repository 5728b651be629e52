"""The `kiro-cli` dialect (T), fired with real processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import printing, statuses

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.host import Host
from hookwright.model.hook import OwnerKind
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import owner, placed

TABLE = by_id("kiro-cli")
CALL = {"tool_name": "execute_bash", "tool_input": {"command": "npm test"}}


def _write(folder: Path, event: str, *entries: dict[str, Any], name: str = "guard") -> Path:
    file = folder / ".kiro" / "agents" / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"name": name, "hooks": {event: list(entries)}}), encoding="utf-8")
    return file


def _plan(project: Path, event: str, payload: dict[str, Any]) -> Plan:
    """What runs while the agent `guard` is in use."""
    request = Request(TABLE, event, {"agent_type": "guard", **payload}, str(project), "s")
    return make_plan(request, load(TABLE, str(project)))


async def _fire(project: Path, event: str, payload: dict[str, Any]) -> Outcome:
    return await dispatch(_plan(project, event, payload), Host({"PATH": os.defpath}, ""))


def test_t1_five_events_of_which_one_can_refuse_and_one_can_go_on() -> None:
    can_block = {it.name: it.can_block for it in TABLE.events}
    assert can_block == {
        "agentSpawn": False,
        "userPromptSubmit": False,
        "preToolUse": True,
        "postToolUse": False,
        "stop": True,
    }
    assert {it.owner for it in TABLE.locations} == {OwnerKind.AGENT}


@pytest.mark.parametrize("path", ["/p/.kiro/agents/a.json", "/p/.kiro/agents/team/planner.json"])
def test_t1_the_files_of_agents_are_its_own(path: str) -> None:
    found = placed(path, text='{"name": "a", "hooks": {"agentSpawn": [{"command": "git status"}]}}')
    assert [it.dialect.id for it in found] == ["kiro-cli"]


def test_t1_an_agent_file_elsewhere_is_told_by_its_events() -> None:
    text = json.dumps({"name": "a", "hooks": {"agentSpawn": [{"command": "git status", "timeout_ms": 5000}]}})
    found = owner("/p/dist/agents/a.json", text)
    assert found is not None
    assert found.dialect.id == "kiro-cli"


async def test_t1_the_hooks_of_an_agent_run_while_it_is_in_use(tmp_path: Path) -> None:
    _write(tmp_path, "stop", {"command": "echo mine"})
    _write(tmp_path, "stop", {"command": "echo other"}, name="other")
    outcome = await _fire(tmp_path, "stop", {})
    assert [it.result.stdout.strip() for it in outcome.runs if it.result] == ["mine"]


async def test_t2_a_time_out_is_in_milliseconds(tmp_path: Path) -> None:
    _write(tmp_path, "stop", {"command": "a", "timeout_ms": 5000}, {"command": "b"})
    assert [it.timeout for it in _plan(tmp_path, "stop", {}).steps] == [5, 30]


@pytest.mark.parametrize(
    ("matcher", "tool", "runs"),
    [
        (None, "execute_bash", 1),
        ("*", "@git/status", 1),
        ("execute_bash", "execute_bash", 1),
        ("shell", "execute_bash", 1),
        ("execute_*", "execute_bash", 1),
        ("execute", "execute_bash", 0),
        ("execute_bash|fs_write", "execute_bash", 0),
        ("@builtin", "execute_bash", 1),
        ("@builtin", "@git/status", 0),
        ("@git", "@git/status", 1),
        ("@git", "@github/status", 0),
        ("@git/status", "@git/status", 1),
        ("@git/st*", "@git/status", 1),
        ("@git", "execute_bash", 0),
    ],
)
async def test_t3_which_tools_a_matcher_covers(tmp_path: Path, matcher: str | None, tool: str, runs: int) -> None:
    _write(tmp_path, "preToolUse", {"command": "true", **({} if matcher is None else {"matcher": matcher})})
    assert len((await _fire(tmp_path, "preToolUse", {**CALL, "tool_name": tool})).runs) == runs


async def test_t4_what_a_hook_reads(tmp_path: Path) -> None:
    _write(tmp_path, "preToolUse", {"command": "cat > got.json"})
    await _fire(tmp_path, "preToolUse", CALL)
    got = json.loads((tmp_path / "got.json").read_text())
    expected = {"hook_event_name": "preToolUse", "cwd": str(tmp_path), "session_id": "s", **CALL}
    assert {name: got[name] for name in expected} == expected


async def test_t5_exit_2_refuses_a_tool_and_nothing_else(tmp_path: Path) -> None:
    for event in ("preToolUse", "postToolUse", "userPromptSubmit"):
        _write(tmp_path, event, {"command": "echo no >&2; exit 2"})
        outcome = await _fire(tmp_path, event, CALL)
        assert (outcome.folded.blocked, statuses(outcome)) == (
            event == "preToolUse",
            ["blocked" if event == "preToolUse" else "failed"],
        )


async def test_t6_a_stop_hook_makes_the_agent_go_on(tmp_path: Path) -> None:
    _write(tmp_path, "stop", printing({"decision": "block", "reason": "the tests fail"}))
    folded = (await _fire(tmp_path, "stop", {"assistant_response": "done"})).folded
    assert (folded.must_continue, folded.reason) == (True, "the tests fail")
