"""`shutdown` and `exit` over the wire, and every other end of a server: no hook outlives any of them."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, PATIENCE, Workspace, gone, processes_in, staying

_WRITE = {"event": "PreToolUse", "payload": {"tool_name": "Write"}}


@pytest.fixture
def newcomer(cold: Editor) -> Editor:
    """Each server here is started for real."""
    return cold


async def test_shutting_down_while_a_hook_runs_leaves_nothing(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(AI_AGENTS, command)
    _, answer = agent.begin_to_ask("hookwright/dispatch", _WRITE)
    processes = await processes_in(note)

    await asyncio.wait_for(agent.shutdown_async(None), PATIENCE)

    with pytest.raises(JsonRpcException) as refused:
        await answer
    assert refused.value.code == types.LSPErrorCodes.RequestCancelled
    await gone(processes)
    agent.exit(None)
    assert await _exit_code(agent) == 0


async def test_nothing_is_answered_after_it(agent: Editor) -> None:
    await agent.shutdown_async(None)

    with pytest.raises(JsonRpcException) as refused:
        await agent.ask("hookwright/samples", {"dialect": "ai-agents", "event": "PreToolUse"})

    assert refused.value.code == types.ErrorCodes.InvalidRequest
    agent.exit(None)
    assert await _exit_code(agent) == 0


async def test_a_question_that_the_editor_has_not_answered_does_not_stop_it(
    newcomer: Editor, workspace: Workspace
) -> None:
    asked = asyncio.Event()

    async def never(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    newcomer.protocol.fm.features.pop(types.CLIENT_REGISTER_CAPABILITY)
    newcomer.feature(types.CLIENT_REGISTER_CAPABILITY)(never)
    await newcomer.begin(workspace, PROFILES[0])
    newcomer.open(workspace.hooks(CLAUDE_CODE, "./guard.sh"))
    await asyncio.wait_for(asked.wait(), PATIENCE)

    # An error would be raised here.
    await asyncio.wait_for(newcomer.shutdown_async(None), PATIENCE)
    newcomer.exit(None)
    assert await _exit_code(newcomer) == 0


async def test_exit_alone_ends_with_one_and_kills_the_hook(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(CLAUDE_CODE, command)
    _, answer = agent.begin_to_ask("hookwright/dispatch", _WRITE)
    processes = await processes_in(note)

    agent.exit(None)

    assert await _exit_code(agent) == 1
    await gone(processes)
    await asyncio.gather(answer, return_exceptions=True)


async def test_the_end_of_the_input_ends_the_server_and_the_hook(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(AI_AGENTS, command)
    _, answer = agent.begin_to_ask("hookwright/dispatch", _WRITE)
    processes = await processes_in(note)

    assert agent.process.stdin is not None
    agent.process.stdin.close()

    assert await _exit_code(agent) == 1
    await gone(processes)
    await asyncio.gather(answer, return_exceptions=True)


async def test_killing_the_server_kills_its_hooks(agent: Editor, workspace: Workspace) -> None:
    first, one = staying(workspace, "one")
    second, two = staying(workspace, "two")
    workspace.hooks(CLAUDE_CODE, first, second)
    _, answer = agent.begin_to_ask("hookwright/dispatch", _WRITE)
    processes = [*await processes_in(one), *await processes_in(two)]
    assert len(processes) == 4

    agent.process.kill()

    await gone(processes)
    assert await _exit_code(agent) < 0
    await asyncio.gather(answer, return_exceptions=True)


async def _exit_code(editor: Editor) -> int:
    return await asyncio.wait_for(editor.process.wait(), PATIENCE)
