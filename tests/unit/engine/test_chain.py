"""Hooks that run one after another, and at most so many at once."""

from __future__ import annotations

import asyncio
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.engine.process import Command, Finished
from hookwright.engine.side_by_side import does_any
from hookwright.host import Host
from hookwright.limits import MOST_DEPTH
from hookwright.model.event import EventRow
from hookwright.model.outcome import Outcome, Reading
from hookwright.model.reaction import Decision, Status

DIALECT = by_id("clawdcode")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _row(name: str) -> EventRow:
    row = DIALECT.event(name)
    assert row is not None
    return row


def _plan(project: Path, event: str, commands: list[str], payload: dict[str, Any] | None = None, **knobs: Any) -> Plan:
    path = project / ".clawdcode/settings.json"
    path.parent.mkdir(exist_ok=True)
    entries = [{"type": "command", "command": it} for it in commands]
    path.write_text(json.dumps({"hooks": {**knobs, event: [{"name": "mine", "hooks": entries}]}}), encoding="utf-8")
    return make_plan(Request(DIALECT, event, payload or {}, str(project), "s"), load(DIALECT, str(project)))


async def _run(plan: Plan) -> Outcome:
    return await dispatch(plan, Host({"PATH": os.defpath}, "/"))


REFUSAL = Reading(status=Status.BLOCKED, blocks=True)
OBJECTION = Reading(status=Status.BLOCKED)
DENIAL = Reading(status=Status.TIMED_OUT, decision=Decision.DENY)
QUESTION = Reading(status=Status.SUCCEEDED, decision=Decision.ASK)
PERMISSION = Reading(status=Status.SUCCEEDED, decision=Decision.ALLOW)
GOING_ON = Reading(status=Status.SUCCEEDED, must_continue=True)
NOTHING = Reading(status=Status.FAILED)


@pytest.mark.parametrize(
    ("event", "ending"),
    [
        ("PreToolUse", [REFUSAL, OBJECTION, DENIAL]),
        ("PermissionRequest", [REFUSAL, OBJECTION, DENIAL, QUESTION, PERMISSION]),
        ("Stop", [REFUSAL, OBJECTION, DENIAL, GOING_ON]),
        ("Compaction", [REFUSAL, OBJECTION, DENIAL]),
    ],
)
def test_a10_a12_a14_what_ends_a_chain(event: str, ending: list[Reading]) -> None:
    every = [REFUSAL, OBJECTION, DENIAL, QUESTION, PERMISSION, GOING_ON, NOTHING]
    assert [it for it in every if does_any(_row(event).running.stops_at, it)] == ending


async def test_a10_the_input_of_a_single_hook_is_whole(tmp_path: Path) -> None:
    payload = {"tool_input": {"command": "ls", "cwd": "/"}}
    plan = _plan(tmp_path, "PreToolUse", ["""echo '{"updatedInput": {"command": "pwd"}}'"""], payload)
    outcome = (await _run(plan)).to_json()
    assert outcome["updatedInput"] == {"command": "pwd", "cwd": "/"}
    assert outcome["runs"][0]["output"] == {"updatedInput": {"command": "pwd"}}


async def test_a10_an_input_that_is_no_object_is_replaced(tmp_path: Path) -> None:
    command = """echo '{"updatedInput": {"a": 1}}'"""
    outcome = (await _run(_plan(tmp_path, "PreToolUse", [command], {"tool_input": "text"}))).to_json()
    assert outcome["updatedInput"] == {"a": 1}


async def test_a10_a_denied_call_has_no_input(tmp_path: Path) -> None:
    commands = ["""echo '{"updatedInput": {"a": 1}}'""", "echo no >&2; exit 2"]
    outcome = (await _run(_plan(tmp_path, "PreToolUse", commands, {"tool_input": {}}))).to_json()
    assert (outcome["decision"], outcome["updatedInput"]) == ("deny", None)


async def test_a3_runs_carry_the_name_of_their_group(tmp_path: Path) -> None:
    outcome = (await _run(_plan(tmp_path, "Stop", ["true"]))).to_json()
    assert outcome["runs"][0]["hook"]["name"] == "mine"


@pytest.mark.parametrize("most", [2, 10])
async def test_a11_only_so_many_run_at_once(tmp_path: Path, most: int) -> None:
    running, seen = 0, 0

    async def run(_: Command, __: object = None) -> Finished:
        nonlocal running, seen
        running += 1
        seen = max(seen, running)
        for _turn in range(30):
            await asyncio.sleep(0)
        running -= 1
        return Finished(
            exit_code=0,
            signal=None,
            timed_out=False,
            start_error=None,
            stdout=b"x",
            stderr=b"",
            stdout_total=1,
            stderr_total=0,
            started_at=NOW,
            duration=0.1,
        )

    limit = {} if most == 10 else {"maxConcurrentHooks": most}
    plan = _plan(tmp_path, "PostToolUse", [f"echo {it}" for it in range(25)], None, **limit)
    with patch("hookwright.engine.performing.run", run):
        outcome = await _run(plan)
    assert outcome.folded.additional_context == "\n\n".join("x" * 25)
    assert seen == most


def test_a2_the_default_time_limit_is_a_knob(tmp_path: Path) -> None:
    assert _plan(tmp_path, "Stop", ["true"], defaultTimeout=7).steps[0].timeout == 7
    assert _plan(tmp_path, "Stop", ["true"]).steps[0].timeout == 60


async def test_a10_an_input_that_no_hook_could_be_sure_to_read_ends_the_chain_and_is_refused(tmp_path: Path) -> None:
    deep = "[" * MOST_DEPTH + "]" * MOST_DEPTH
    commands = [f"""echo '{{"updatedInput": {{"a": {deep}}}}}'""", "touch later"]
    outcome = await _run(_plan(tmp_path, "PreToolUse", commands, {"tool_input": {}}))
    assert (outcome.folded.decision, outcome.folded.updated_input) == (Decision.DENY, None)
    assert len(outcome.runs) == 1
    assert not (tmp_path / "later").exists()


async def test_a_guard_behind_a_rewrite_sees_the_new_input_under_every_name(tmp_path: Path) -> None:
    copilot = by_id("copilot-cli")
    says = """echo '{"modifiedArgs": {"command": "new"}}'"""
    hooks = [{"type": "command", "bash": it} for it in (says, "cat > seen")]
    file = tmp_path / ".github" / "hooks" / "a.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"version": 1, "hooks": {"preToolUse": hooks}}), encoding="utf-8")
    payload = {"toolName": "bash", **{it: {"command": "old"} for it in copilot.calls.inputs}}
    await _run(make_plan(Request(copilot, "preToolUse", payload, str(tmp_path), "s"), load(copilot, str(tmp_path))))
    seen = (tmp_path / "seen").read_text()
    assert "new" in seen
    assert "old" not in seen
