"""Samples are made in the editor: from what is fired by default, from a payload, and from a recorded dispatch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

FOLDER = ".hookwright/samples/claude-code/PreToolUse"
TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


def _read(answer: Any) -> tuple[Path, Any]:
    path = Path(to_fs_path(answer["uri"]) or "")
    return path, json.loads(path.read_text(encoding="utf-8"))


async def _command(editor: Editor, argument: dict[str, Any]) -> Any:
    return await editor.workspace_execute_command_async(
        types.ExecuteCommandParams("hookwright.newSample", arguments=[argument])
    )


async def test_a_new_sample_is_written_beside_the_others(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(CLAUDE_CODE, "true", matcher="Write"))
    argument = {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0"}

    made = [_read(await _command(editor, argument)) for _ in range(2)]

    assert [it[0] for it in made] == [workspace.project / FOLDER / f"Write-{number}.json" for number in (2, 3)]
    assert made[0][1]["tool_name"] == "Write"
    assert made[0][1] == made[1][1]
    samples = await editor.ask("hookwright/samples", argument)
    assert (samples[0]["name"], samples[-1]["name"]) == ("Write", "Write-3")
    assert samples[-1]["payload"] == samples[0]["payload"]
    assert await editor.problems(editor.open(made[0][0])) == []


async def test_the_action_carries_the_command(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "true"))
    place = types.Range(types.Position(8, 20), types.Position(8, 20))
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, types.CodeActionContext([]))
    (action,) = [
        it
        for it in await agent.text_document_code_action_async(params) or []
        if isinstance(it, types.CodeAction) and it.title == "Edit a sample payload for this hook…"
    ]
    assert action.command is not None
    assert action.command.arguments is not None
    (argument,) = action.command.arguments
    assert isinstance(argument, dict)
    assert (await _command(agent, argument))["uri"].endswith("-2.json")


async def test_a_payload_is_saved_and_saved_again(agent: Editor, workspace: Workspace) -> None:
    place = {"dialect": "claude-code", "event": "PreToolUse", "name": "push"}
    payload = {"tool_name": "Bash", "cwd": str(workspace.project)}
    await agent.ask("hookwright/saveSample", {**place, "payload": {}})
    path, found = _read(await agent.ask("hookwright/saveSample", {**place, "payload": payload}))
    assert path == workspace.project / FOLDER / "push.json"
    assert found == {"tool_name": "Bash", "cwd": "/home/sam/weather"}
    samples = await agent.ask("hookwright/samples", {"dialect": "claude-code", "event": "PreToolUse"})
    assert samples[-1]["payload"] == payload

    for wrong in ({"name": "../push"}, {"event": "Nothing"}, {"dialect": "nothing"}):
        with pytest.raises(JsonRpcException):
            await agent.ask("hookwright/saveSample", {**place, "payload": {}, **wrong})


async def test_a_recorded_dispatch_is_kept_without_its_secrets(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "true")
    command = f"curl -H 'Authorization: Bearer {TOKEN}' -o {workspace.home}/x {workspace.project}/y"
    payload = {"tool_name": "Bash", "tool_input": {"command": command}}
    params = {"event": "PreToolUse", "dialect": "claude-code", "payload": payload}
    answer = await agent.ask("hookwright/dispatch", params)

    path, found = _read(await agent.ask("hookwright/keepSample", {"dispatchId": answer["dispatchId"], "name": "curl"}))

    assert path == workspace.project / FOLDER / "curl.json"
    text = found["tool_input"]["command"]
    assert TOKEN not in text
    assert str(workspace.home) not in text
    assert text.endswith("-o /home/user/x /home/sam/weather/y")


async def test_nothing_is_written_in_an_untrusted_workspace(stranger: Editor, workspace: Workspace) -> None:
    uri = stranger.open(workspace.hooks(CLAUDE_CODE, "true"))
    place = {"dialect": "claude-code", "event": "PreToolUse", "name": "push", "payload": {}}
    for asked in (
        _command(stranger, {"uri": uri, "pointer": "/hooks"}),
        stranger.ask("hookwright/saveSample", place),
        stranger.ask("hookwright/keepSample", {"dispatchId": "1"}),
    ):
        with pytest.raises(JsonRpcException) as refused:
            await asked
        assert refused.value.code == -32010
    assert not (workspace.project / ".hookwright").exists()
