"""The session that leads to an event: the call that the payload has, and what it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.every import every

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request, make_plan
from hookwright.errors import UsageError
from hookwright.proving.agents import AGENTS
from hookwright.proving.reaching import Reached, reach
from hookwright.samples.built_in import samples


def reached(project: Path, event: str, payload: dict[str, Any], agent: str = "claude-code") -> Reached:
    dialect = by_id(agent)
    plan = make_plan(Request(dialect, event, payload, str(project)), load(dialect, str(project)))
    return reach(AGENTS[agent], plan)


def call(name: str, **given: object) -> dict[str, Any]:
    return {"tool_name": name, "tool_input": given}


def test_the_model_calls_the_tool_and_ends(tmp_path: Path) -> None:
    found = reached(tmp_path, "PreToolUse", call("Bash", command="npm test"))

    assert found.session.turns[:2] == [
        {"tools": [{"name": "Bash", "input": {"command": "npm test"}}]},
        {"text": "All done."},
    ]
    assert found.files == {}


def test_a_tool_that_the_model_knows_by_another_name_is_called_by_that(tmp_path: Path) -> None:
    bash = reached(tmp_path, "PreToolUse", call("Bash", command="ls"), "codex")
    patch = reached(tmp_path, "PreToolUse", call("apply_patch", command="*** Begin Patch"), "codex")

    assert bash.call == {"name": "exec_command", "input": {"cmd": "ls"}}
    assert patch.call == {"name": "apply_patch", "custom": "*** Begin Patch"}


def test_a_file_that_an_edit_needs_is_made_and_read_first(tmp_path: Path) -> None:
    path = str(tmp_path / "a.py")

    found = reached(tmp_path, "PreToolUse", call("Edit", file_path=path, old_string="x = 1\n", new_string="x = 2\n"))

    assert found.files == {path: "x = 1\n"}
    assert found.session.turns[0] == {"tools": [{"name": "Read", "input": {"file_path": path}}]}
    assert found.call == found.session.turns[1]["tools"][0]


def test_a_file_that_is_there_stays_as_it_is_and_nothing_is_made_outside(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")

    there = reached(tmp_path, "PreToolUse", call("Write", file_path=str(tmp_path / "a.py"), content=""))
    outside = reached(tmp_path, "PreToolUse", call("Read", file_path="/etc/hookwright-is-not-here"))
    above = reached(tmp_path, "PreToolUse", call("Read", file_path=f"{tmp_path}/../../hookwright-is-not-here"))

    assert there.files == outside.files == above.files == {}
    assert len(there.session.turns) == len(outside.session.turns) + 1


def test_a_question_for_permission_needs_an_agent_that_asks(tmp_path: Path) -> None:
    assert reached(tmp_path, "PermissionRequest", call("Bash", command="ls")).session.permissions == "default"


def test_a_prompt_is_that_of_the_payload(tmp_path: Path) -> None:
    assert reached(tmp_path, "UserPromptSubmit", {"prompt": "Tell me."}).session.prompt == "Tell me."


@every(
    ("event", "payload", "says"),
    [
        ("PreCompact", {}, "No scripted session of Claude Code leads to `PreCompact`"),
        ("SessionStart", {"source": "resume"}, "comes with `startup` and not with `resume`"),
        ("PreToolUse", {}, "names no tool and no input"),
        ("PreToolUse", call("mcp__db__query", sql="x"), "is a tool of an MCP server"),
        ("PreToolUse", {**call("Bash", command="ls"), "agent_type": "Explore"}, "says that a subagent makes the call"),
    ],
)
def test_what_no_session_leads_to_is_named(event: str, payload: dict[str, Any], says: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=says):
        reached(tmp_path, event, payload)


@every("agent", sorted(AGENTS))
def test_every_way_of_an_agent_can_be_gone_with_a_sample(agent: str, tmp_path: Path) -> None:
    dialect = by_id(agent)
    usual = {dialect.moments.get(it.name, it.name): it.name for it in reversed(dialect.events)}
    for moment in AGENTS[agent].ways:
        sample = samples(dialect, usual[moment], project_dir=str(tmp_path))[0]
        assert reached(tmp_path, usual[moment], dict(sample.payload), agent).session.turns
