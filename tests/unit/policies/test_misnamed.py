"""Payloads that lack the tool, or misspell a member, are answered with the right name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.every import every

from hookwright import HookService
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision
from hookwright.policies.misnamed import faults_of_payload


async def _fired(project: Path, payload: dict[str, Any], event: str = "PreToolUse", policy: Any = "agent") -> Outcome:
    (project / ".claude").mkdir(exist_ok=True)
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": "exit 2"}]}
    (project / ".claude" / "settings.json").write_text(json.dumps({"hooks": {event: [group]}}), encoding="utf-8")
    named: Any = {"dialect": "claude-code", "record": False, "failure_policy": policy}
    async with await HookService.open(str(project), **named) as hooks:
        return await hooks.dispatch(event, payload)


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"toolName": "Bash", "tool_input": {}}, "`toolName` should be `tool_name`"),
        ({"tool-name": "Bash", "tool_input": {}}, "`tool-name` should be `tool_name`"),
        ({"toolname": "Bash"}, "`toolname` should be `tool_name`"),
        ({"tool_input": {}}, "`tool_name` is missing"),
        ({"tool_name": 5, "tool_input": {}}, "`tool_name` is not a string"),
    ],
)
async def test_a_tool_without_a_name(tmp_path: Path, payload: dict[str, Any], said: str) -> None:
    outcome = await _fired(tmp_path, payload)
    assert outcome.runs == ()
    [told] = [it for it in outcome.messages if it.code.value == "payload-incomplete"]
    assert (told.to.value, told.level.value) == ("user", "warning")
    assert said in told.text
    assert [it.code.value for it in outcome.degraded] == ["payload-incomplete"]


async def test_it_denies_where_the_agent_wants_faults_to(tmp_path: Path) -> None:
    folded = (await _fired(tmp_path, {"toolName": "Bash"}, policy="closed")).folded
    assert folded.decision is Decision.DENY
    assert "`tool_name`" in (folded.reason or "")


async def test_another_member_that_is_misspelt(tmp_path: Path) -> None:
    outcome = await _fired(tmp_path, {"tool_name": "Read", "toolInput": {}, "tool_useid": "1", "own": 1})
    assert [it.text for it in outcome.messages] == [
        "`PreToolUse` has no member `toolInput`; did you mean `tool_input`?",
        "`PreToolUse` has no member `tool_useid`; did you mean `tool_use_id`?",
    ]
    assert {it.code.value for it in outcome.messages} == {"payload-misnamed"}
    assert outcome.degraded == ()


async def test_a_payload_that_is_right_and_members_of_the_agents_own(tmp_path: Path) -> None:
    outcome = await _fired(tmp_path, {"tool_name": "Read", "tool_input": {}, "own": 1, "permission_mode": "plan"})
    assert outcome.messages == ()


@every("row", [(table.id, it.name) for table in DIALECTS for it in table.events])
def test_the_sample_of_every_event_is_right(row: tuple[str, str]) -> None:
    dialect = by_id(row[0])
    event = dialect.event(row[1])
    assert event is not None
    payload = {it.name: it.sample for it in (*dialect.payload, *event.payload)}
    assert faults_of_payload(dialect, event, payload) == ()
