"""`hookwright/history` over the wire: what was dispatched and fired is there at once, and after the server is gone."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, Workspace, eventually

from hookwright.engine.journal.history import history

_TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def journal(workspace: Workspace) -> Path:
    return workspace.home / ".local" / "state" / "hookwright" / "journal.sqlite3"


@pytest.fixture
def locked(journal: Path) -> Iterator[None]:
    """A journal that another process holds for as long as the test takes."""
    journal.parent.mkdir(parents=True)
    with closing(sqlite3.connect(journal, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("BEGIN EXCLUSIVE")
        yield


async def _dispatch(agent: Editor, event: str = "PreToolUse", **payload: Any) -> Any:
    return await agent.ask("hookwright/dispatch", {"event": event, "payload": {"tool_name": "Bash", **payload}})


async def test_dispatches_and_test_fires_are_there_newest_first(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "echo seen; exit 1"))
    first = await _dispatch(agent, tool_input={"command": "ls"})
    second = (await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse"}))["outcome"]

    found = await agent.ask("hookwright/history", {})

    assert [(it["dispatchId"], it["origin"]) for it in found] == [
        (second["dispatchId"], "fire"),
        (first["dispatchId"], "dispatch"),
    ]
    assert found[1]["payload"] == {"tool_name": "Bash", "tool_input": {"command": "ls"}}
    assert found[1]["project"] == str(workspace.project)
    (run,) = found[1]["runs"]
    assert (run["hook"], run["status"], run["stdout"]) == (first["runs"][0]["hook"], "failed", "seen\n")
    hook = first["runs"][0]["hook"]["id"]
    assert await agent.ask("hookwright/history", {"limit": 1}) == found[:1]
    assert await agent.ask("hookwright/history", {"hook": hook}) == found
    assert await agent.ask("hookwright/history", {"event": "PostToolUse"}) == []
    assert await agent.ask("hookwright/history", {"dispatchId": first["dispatchId"]}) == found[1:]
    asked = {"projectDir": str(workspace.project), "decision": "none", "since": "1h"}
    assert await agent.ask("hookwright/history", asked) == found
    assert await agent.ask("hookwright/history", {"decision": "deny"}) == []
    with pytest.raises(JsonRpcException, match="`soon` is not a time"):
        await agent.ask("hookwright/history", {"since": "soon"})


async def test_what_was_answered_is_on_disk_when_the_server_is_gone(
    agent: Editor, workspace: Workspace, journal: Path
) -> None:
    workspace.hooks(AI_AGENTS, f"echo {_TOKEN}")
    answers = [await _dispatch(agent, tool_input={"command": _TOKEN}) for _ in range(20)]

    await agent.shutdown_session()

    assert [it["dispatchId"] for it in reversed(history(str(journal)))] == [it["dispatchId"] for it in answers]
    written = b"".join(it.read_bytes() for it in journal.parent.iterdir())
    assert _TOKEN.encode() not in written
    assert (journal.parent.stat().st_mode & 0o777, journal.stat().st_mode & 0o777) == (0o700, 0o600)


async def test_a_run_behind_the_answer_is_recorded_when_it_ends(agent: Editor, workspace: Workspace) -> None:
    workspace.write(
        ".agent/settings.json", json.dumps({"hooks": {"PostToolUse": [{"command": "read x < go; exit 3"}]}})
    )
    fifo = workspace.project / "go"
    os.mkfifo(fifo)
    answer = await agent.ask("hookwright/dispatch", {"event": "PostToolUse", "dialect": "agent-spec", "payload": {}})
    assert [it["status"] for it in answer["runs"]] == ["running"]

    (before,) = await agent.ask("hookwright/history", {})
    fifo.write_text("go\n")

    assert [it["status"] for it in before["runs"]] == ["running"]
    async with asyncio.timeout(150):
        while (run := (await agent.ask("hookwright/history", {}))[0]["runs"][0])["status"] == "running":
            pass
    assert (run["status"], run["exitCode"]) == ("failed", 3)


@pytest.mark.usefixtures("locked")
async def test_a_locked_journal_holds_no_dispatch_up(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "true")
    began = asyncio.get_running_loop().time()
    for _ in range(10):
        await _dispatch(agent)
    assert asyncio.get_running_loop().time() - began < 5


async def test_a_broken_journal_holds_no_dispatch_up_and_is_begun_anew(
    agent: Editor, workspace: Workspace, journal: Path
) -> None:
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"no database " * 100)
    workspace.hooks(AI_AGENTS, "true")

    answer = await _dispatch(agent)

    assert [it["dispatchId"] for it in await agent.ask("hookwright/history", {})] == [answer["dispatchId"]]
    (aside,) = journal.parent.glob("*.broken-*")
    assert aside.read_bytes() == b"no database " * 100


async def test_a_cancelled_dispatch_is_recorded(agent: Editor, workspace: Workspace) -> None:
    marker = workspace.project / "began"
    workspace.hooks(AI_AGENTS, f"touch '{marker}'; sleep 600")
    number, asked = agent.begin_to_ask("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "Bash"}})
    await eventually(marker.exists, "the hook's beginning")
    agent.cancel_request(types.CancelParams(number))
    await asyncio.wait([asked])

    assert [it["cancelled"] for it in await agent.ask("hookwright/history", {})] == [True]
