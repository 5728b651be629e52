"""`hookwright/run` over the wire: runs as they go on, for clients that follow them, and the last line for all."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, eventually, gone, processes_in

_PAYLOAD = {"tool_name": "FileReader", "tool_input": {}}


@pytest.fixture
async def follower(newcomer: Editor, workspace: Workspace) -> Editor:
    """An editor that wants to know how runs go on; `told` has what it was sent."""
    await newcomer.begin(workspace, PROFILES[0], options={"client": {"runs": True}})
    return newcomer


@pytest.fixture
def told(follower: Editor) -> list[Any]:
    found: list[Any] = []

    def keep(_: Editor, params: Any) -> None:
        found.append(params)

    follower.feature("hookwright/run")(keep)
    return found


async def test_a_fired_hook_is_followed_while_it_runs(follower: Editor, workspace: Workspace, told: list[Any]) -> None:
    go = workspace.project / "go"
    command = f"echo first; while [ ! -e '{go}' ]; do sleep 0.02; done; echo last"
    uri = follower.open(workspace.hooks(AI_AGENTS, command))
    _, answer = follower.begin_to_ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})

    await follower.until(lambda: len(told) > 1, "output of a hook that goes on")
    assert [it.phase for it in told] == ["started", "output"]
    assert (told[1].stream, told[1].text, told[1].leftOut) == ("stdout", "first\n", 0)
    go.touch()
    outcome = (await answer)["outcome"]

    assert [it.phase for it in told] == ["started", "output", "output", "finished"]
    assert {it.dispatchId for it in told} == {outcome["dispatchId"]}
    assert {it.hook.pointer for it in told} == {"/hooks/PreToolUse/0/hooks/0"}
    assert told[-1].run.stdout == outcome["runs"][0]["stdout"] == "first\nlast\n"


async def test_the_runs_of_several_agents_are_followed_with_their_dialect(
    follower: Editor, workspace: Workspace, told: list[Any]
) -> None:
    workspace.hooks(CLAUDE_CODE, "echo '{}'")
    workspace.hooks(".gemini/settings.json", "echo no >&2; exit 2", event="BeforeTool")
    event = {"event": "PreToolUse", "payload": {"tool_name": "Bash", "tool_input": {"command": "ls"}}}

    outcome = await follower.ask("hookwright/dispatch", {**event, "dialects": "all"})
    explained = await follower.ask("hookwright/explain", {**event, "dialects": ["gemini-cli", "claude-code"]})

    assert outcome["blocked"]
    assert [(it["dialect"], it["event"]) for it in outcome["parts"]] == [
        ("claude-code", "PreToolUse"),
        ("gemini-cli", "BeforeTool"),
    ]
    assert {(it.dialect, it.hook.command) for it in told} == {
        ("claude-code", "echo '{}'"),
        ("gemini-cli", "echo no >&2; exit 2"),
    }
    assert [it["dialect"] for it in explained["parts"]] == ["gemini-cli", "claude-code"]


async def test_a_dispatch_is_followed(follower: Editor, workspace: Workspace, told: list[Any]) -> None:
    workspace.hooks(AI_AGENTS, "echo one", "echo two >&2")

    await follower.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": _PAYLOAD, "dialect": "ai-agents"})

    assert sorted((it.phase, it.hook.command) for it in told) == [
        ("finished", "echo one"),
        ("finished", "echo two >&2"),
        ("output", "echo one"),
        ("output", "echo two >&2"),
        ("started", "echo one"),
        ("started", "echo two >&2"),
    ]


async def test_very_much_output_comes_in_bearable_pieces(
    follower: Editor, workspace: Workspace, told: list[Any]
) -> None:
    uri = follower.open(workspace.hooks(AI_AGENTS, "head -c 10000000 /dev/zero | tr '\\0' x"))

    began = time.monotonic()
    answer = await follower.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})
    took = time.monotonic() - began

    (run,) = answer["outcome"]["runs"]
    pieces = [it for it in told if it.phase == "output"]
    assert (run["stdoutTruncated"], len(run["stdout"])) == (True, 1 << 20)
    assert max(len(it.text) for it in pieces) <= 32_768
    assert sum(len(it.text) + it.leftOut for it in pieces) == 10_000_000
    assert len(pieces) <= took / 0.05 + 1


async def test_who_types_while_a_hook_floods_is_answered_and_cancelling_ends_it(
    follower: Editor, workspace: Workspace, told: list[Any]
) -> None:
    note = workspace.project / "processes"
    command = f"trap '' TERM; sleep 60 & echo $$ $! > '{note}.new'; mv '{note}.new' '{note}'; yes"
    uri = follower.open(workspace.hooks(AI_AGENTS, command))
    number, answer = follower.begin_to_ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})
    processes = await processes_in(note)
    await follower.until(lambda: len(told) > 1, "output of a hook that goes on")

    for _ in range(20):
        assert await follower.lenses(uri)
    follower.cancel_request(types.CancelParams(number))

    with pytest.raises(JsonRpcException):
        await answer
    await gone(processes)


async def test_nobody_else_is_told(agent: Editor, workspace: Workspace) -> None:
    seen: list[Any] = []
    agent.feature("hookwright/run")(lambda _, params: seen.append(params))
    uri = agent.open(workspace.hooks(AI_AGENTS, "echo one"))

    await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})

    assert seen == []


async def test_the_progress_shows_the_last_line(editor: Editor, workspace: Workspace) -> None:
    go = workspace.project / "go"
    command = f"printf 'one\\n\\033[1mtwo\\033[0m\\n\\n'; while [ ! -e '{go}' ]; do sleep 0.02; done"
    uri = editor.open(workspace.hooks(AI_AGENTS, command))
    lens = (await editor.lenses(uri))[0]
    firing = asyncio.ensure_future(editor.run(lens))

    await eventually(lambda: "0 of 1: two" in _messages(editor), "the line that was printed last")
    go.touch()
    await firing

    assert isinstance(next(iter(editor.progress_reports.values()))[-1], types.WorkDoneProgressEnd)


def _messages(editor: Editor) -> list[str | None]:
    reports: list[Any] = [it for found in editor.progress_reports.values() for it in found]
    return [it.message for it in reports if isinstance(it, types.WorkDoneProgressReport)]
