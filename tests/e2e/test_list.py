"""`hookwright/list` over the wire: the hooks as the editor shows them (A18)."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import BARE, Editor
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text


async def test_a18_every_hook_is_listed_with_the_editors_text_before_the_disks(
    agent: Editor, workspace: Workspace
) -> None:
    file = workspace.hooks(AI_AGENTS, "old")
    agent.open(file, hook_text("one", "two", matcher="Bash"))

    found: Any = await agent.ask("hookwright/list", {"projectDir": str(workspace.project)})

    (dialect,) = found["data"]["dialects"]
    names = ("event", "matcher", "command", "timeout", "source", "scope")
    assert [tuple(hook[it] for it in names) for hook in dialect["hooks"]] == [
        ("PreToolUse", "Bash", "one", 60.0, str(file), "project"),
        ("PreToolUse", "Bash", "two", 60.0, str(file), "project"),
    ]
    assert "1. **PreToolUse** `Bash`: `one`" in found["markdown"]


async def test_a18_the_command_shows_the_report_to_a_bare_client(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE)
    workspace.hooks(AI_AGENTS, "true")
    params = types.ExecuteCommandParams("hookwright.list", [{"projectDir": str(workspace.project)}])
    found: Any = await newcomer.ask("workspace/executeCommand", params)
    (told,) = newcomer.messages
    assert told.message == found["markdown"]
