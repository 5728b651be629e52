"""`hookwright/fire` over the wire: the hooks at a place, with a sample or a payload, and what comes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone, hook_text, processes_in, staying


async def test_the_one_hook_at_a_place(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "echo first", "echo 'Too late' >&2; exit 2"))
    places: list[dict[str, Any]] = [{"pointer": "/hooks/PreToolUse/0/hooks/1"}, {"position": {"line": 11}}]

    for place in places:
        result = await agent.ask("hookwright/fire", {"uri": uri, **place})

        (run,) = result["outcome"]["runs"]
        assert run["hook"]["pointer"] == "/hooks/PreToolUse/0/hooks/1"
        assert (result["outcome"]["decision"], result["outcome"]["reason"]) == ("deny", "Too late")
        assert result["changes"] == []
        assert result["diagnostics"] == []


async def test_a_payload_of_ones_own_reaches_the_hook(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, "cat")
    payload = {"tool_name": "FileWriter", "tool_input": {"file_path": "ä 😀.txt", "content": ""}}

    result = await agent.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": "/hooks", "payload": payload})

    seen = json.loads(result["outcome"]["runs"][0]["stdout"])
    assert {key: seen[key] for key in payload} == payload
    assert seen["hook_event_name"] == "PreToolUse"


async def test_a_named_sample_reaches_the_hook(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, "cat")
    at = {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse/0"}
    sample = (await agent.ask("hookwright/samples", at))[-1]

    result = await agent.ask("hookwright/fire", {**at, "sample": sample["name"]})

    assert json.loads(result["outcome"]["runs"][0]["stdout"])["tool_name"] == sample["payload"]["tool_name"]


async def test_what_the_editor_shows_is_fired(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "echo disk"), hook_text("echo editor"))

    result = await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})

    assert result["outcome"]["runs"][0]["stdout"] == "editor\n"


async def test_output_that_the_dialect_does_not_know_is_shown_on_the_hook(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, """echo '{"decision": "perhaps"}'"""))

    result = await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse/0"})

    (found,) = result["diagnostics"]
    assert found["code"].startswith("HW80")
    assert found["severity"] == types.DiagnosticSeverity.Warning
    assert found["range"]["start"] == {"line": 6, "character": 10}


async def test_cancelling_kills_the_hook(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    uri = agent.open(workspace.hooks(AI_AGENTS, command))
    number, answer = agent.begin_to_ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})
    processes = await processes_in(note)

    agent.cancel_request(types.CancelParams(number))

    with pytest.raises(JsonRpcException) as refused:
        await answer
    assert refused.value.code == types.LSPErrorCodes.RequestCancelled
    await gone(processes)


async def test_a_place_without_hooks_is_refused(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(CLAUDE_CODE, '{"hooks": {}, "model": "opus"}'))

    with pytest.raises(JsonRpcException, match="There is no hook that can be fired") as refused:
        await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/model"})

    assert refused.value.code == types.ErrorCodes.InvalidParams
