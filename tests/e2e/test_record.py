"""`hookwright/record` over the wire: the switch that editors show."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

from hookwright.engine.journal.payloads import NewPayload, add_payload
from hookwright.engine.journal.place import journal_path
from hookwright.host import Host


async def _record(agent: Editor, **params: Any) -> Any:
    return await agent.ask("hookwright/record", params)


async def test_it_is_switched_on_and_off(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "true")
    before = await _record(agent)
    assert (before["files"], before["agents"][0]["agent"]) == ([], "claude-code")
    assert "cline" not in [it["agent"] for it in before["agents"]]

    (on,) = (await _record(agent, action="on", events=["PreToolUse"]))["files"]
    file = workspace.project / ".claude" / "settings.local.json"
    assert (on["path"], on["agent"], on["events"]) == (str(file), "claude-code", ["PreToolUse"])
    hooks = await agent.ask("hookwright/hooks", {})
    assert [it["hook"]["command"] for one in hooks["dialects"] for e in one["events"] for it in e["hooks"]] == ["true"]

    assert (await _record(agent, action="off"))["files"] == []
    assert not file.exists()


async def test_what_was_recorded_is_counted_and_deleted(agent: Editor, workspace: Workspace) -> None:
    project = str(workspace.project)
    given = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
    new = NewPayload(time.time(), "claude-code", "", "PreToolUse", "Bash", project, "s", given)
    add_payload(journal_path(Host({}, str(workspace.home))), new)

    payloads = (await _record(agent))["payloads"]
    assert payloads["events"] == [{"agent": "claude-code", "event": "PreToolUse", "count": 1}]
    assert (await _record(agent, action="clear"))["payloads"]["count"] == 0


async def test_mistakes_are_told(agent: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="not an event of Codex"):
        await _record(agent, action="on", dialect="codex", events=["Stopping"])
    with pytest.raises(JsonRpcException, match="`project` is not a scope"):
        await _record(agent, action="on", scope="project")
    assert not json.dumps([str(it) for it in workspace.project.iterdir()]).count("settings")


async def test_a_stranger_may_only_ask(stranger: Editor, workspace: Workspace) -> None:
    assert (await _record(stranger))["files"] == []
    for action in ("on", "off", "clear"):
        with pytest.raises(JsonRpcException, match="trust"):
            await _record(stranger, action=action, dialect="claude-code")
    assert not (workspace.project / ".claude").exists()
