"""`hookwright/status` over the wire: the numbers of the project, with what was just run (A18)."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace


async def test_a18_the_report_counts_hooks_and_what_was_just_run(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "true", "exit 1")
    workspace.hooks(CLAUDE_CODE, "true", event="Stop", matcher=None)
    await agent.ask(
        "hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "Bash"}, "dialect": "ai-agents"}
    )

    found: Any = await agent.ask("hookwright/status", {})

    data = found["data"]
    assert (data["enabled"], data["hooks"], data["events"]) == (True, 3, 2)
    assert {it["id"]: it["perEvent"] for it in data["dialects"]} == {
        "ai-agents": {"PreToolUse": 2},
        "claude-code": {"Stop": 1},
    }
    assert (data["runs"]["dispatches"], data["runs"]["runs"], data["runs"]["failures"]) == (1, 2, 1)
    assert found["markdown"].startswith("# Hooks: enabled\n\n3 hooks on 2 events")


async def test_it_is_about_the_folder_that_is_named(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "true")
    other = workspace.home.parent
    assert (await agent.ask("hookwright/status", {"projectDir": str(other)}))["data"]["hooks"] == 0


async def test_a_stranger_may_look(stranger: Editor, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "true")
    assert (await stranger.ask("hookwright/status", {}))["data"]["hooks"] == 1
    assert not (workspace.home / ".local").exists()


async def test_a18_the_command_shows_the_report(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "true")
    found: Any = await agent.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.status"))
    assert found["data"]["hooks"] == 1
    (shown,) = agent.shown_documents
    assert shown.uri.endswith("hooks-status.md")
