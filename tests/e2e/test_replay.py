"""`hookwright/replay` over the wire: with trust and consent, compared with what was recorded."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace, hook_text

GUARD = "echo no >&2; exit 2"


async def _dispatch(editor: Editor) -> str:
    params = {"event": "PreToolUse", "dialect": "claude-code", "payload": {"tool_name": "Bash"}}
    answer: dict[str, Any] = await editor.ask("hookwright/dispatch", params)
    return str(answer["dispatchId"])


async def test_what_differs_from_then(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(CLAUDE_CODE, GUARD))
    number = await _dispatch(editor)

    same = await editor.ask("hookwright/replay", {"dispatchId": number})
    assert same["differences"] == []
    assert same["then"]["dispatchId"] == number
    assert same["now"]["decision"] == "deny"

    editor.replace(uri, 2, hook_text("exit 0"))
    for scratch in (False, True):
        other = await editor.ask("hookwright/replay", {"dispatchId": number[:12], "scratch": scratch})
        assert [it["what"] for it in other["differences"]] == ["decision", "blocked", "reason", "status", "exitCode"]
        assert (other["differences"][0]["then"], other["differences"][0]["now"]) == ("deny", None)


async def test_the_command_answers_the_same(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, GUARD)
    number = await _dispatch(agent)
    params = types.ExecuteCommandParams("hookwright.replay", arguments=[{"dispatchId": number}])
    answer: Any = await agent.workspace_execute_command_async(params)
    assert answer["differences"] == []
    await agent.until(lambda: [it for it in agent.shown_documents if "replay-PreToolUse" in it.uri], "the report")


async def test_what_was_never_recorded(agent: Editor) -> None:
    with pytest.raises(JsonRpcException, match="No recorded dispatch has the id or number `abc`"):
        await agent.ask("hookwright/replay", {"dispatchId": "abc"})


async def test_nothing_runs_without_trust(stranger: Editor) -> None:
    with pytest.raises(JsonRpcException) as refused:
        await stranger.ask("hookwright/replay", {"dispatchId": "abc"})
    assert refused.value.code == -32010


async def test_nothing_runs_without_consent(agent: Editor, workspace: Workspace) -> None:
    marker = workspace.project / "ran"
    workspace.hooks(CLAUDE_CODE, f"touch '{marker}'")
    number = await _dispatch(agent)
    marker.unlink()
    agent.agrees = False
    with pytest.raises(JsonRpcException) as refused:
        await agent.ask("hookwright/replay", {"dispatchId": number})
    assert refused.value.code == -32011
    assert not marker.exists()
