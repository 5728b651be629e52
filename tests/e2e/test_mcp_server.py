"""The MCP server, as an agent's client uses it: the official one, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.workspace import Workspace

pytest.importorskip("mcp")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

_GUARD = "grep -q 'rm -rf' && { echo 'no deleting here' >&2; exit 2; }; exit 0"


@asynccontextmanager
async def connected(workspace: Workspace, *flags: str) -> AsyncIterator[ClientSession]:
    """A client of a server that was started in the project, by a Python with these flags."""
    start = StdioServerParameters(
        command=sys.executable,
        args=[*flags, "-m", "hookwright", "mcp"],
        cwd=str(workspace.project),
        env=dict(os.environ),
    )
    async with stdio_client(start) as (reading, writing), ClientSession(reading, writing) as client:
        await client.initialize()
        yield client


async def said(client: ClientSession, tool: str, **arguments: Any) -> tuple[bool, str]:
    """Whether the tool failed, and its text."""
    answer = await client.call_tool(tool, arguments)
    return bool(answer.is_error), "".join(getattr(it, "text", "") for it in answer.content)


def hooks(workspace: Workspace, event: str, command: str = _GUARD) -> Path:
    settings = {"hooks": {event: [{"matcher": "Bash", "hooks": [{"type": "command", "command": command}]}]}}
    return workspace.write(".claude/settings.json", json.dumps(settings, indent=2))


async def test_every_tool_says_what_it_does(workspace: Workspace) -> None:
    async with connected(workspace) as client:
        tools = {it.name: it for it in (await client.list_tools()).tools}
    assert set(tools) == {"check", "explain", "rules", "seen", "convert", "fire", "attack"}
    assert all(it.description for it in tools.values())
    reading = {name for name, it in tools.items() if it.annotations and it.annotations.read_only_hint}
    assert reading == set(tools) - {"fire", "attack"}


async def test_an_agent_finds_its_mistake_and_what_would_happen(workspace: Workspace) -> None:
    hooks(workspace, "PreTolUse")
    async with connected(workspace) as client:
        failed, told = await said(client, "check")
        assert (failed, "did you mean `PreToolUse`?" in told, "\x1b" in told) == (False, True, False)
        assert "unknown-event" in (await said(client, "rules", code="HW201"))[1]
        hooks(workspace, "PreToolUse")
        assert "no problems" not in told
        call = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
        assert "no deleting here" in (await said(client, "explain", event="PreToolUse", payload=call))[1]
        assert '"hooks"' in (await said(client, "convert", file=".claude/settings.json", to="codex"))[1]


async def test_nothing_runs_until_the_user_has_agreed(workspace: Workspace) -> None:
    file = hooks(workspace, "PreToolUse", "touch ran; " + _GUARD)
    async with connected(workspace) as client:
        for tool in ("fire", "attack"):
            failed, told = await said(client, tool, file=".claude/settings.json")
            assert failed
            assert "ask the user to run `hookwright consent agree" in told
        assert not (workspace.project / "ran").exists()
        agreeing = [sys.executable, "-m", "hookwright", "consent", "agree", str(file), "--yes", "--scratch"]
        agreed = await asyncio.create_subprocess_exec(*agreeing, cwd=workspace.project, stdout=subprocess.DEVNULL)
        assert await agreed.wait() == 0
        call = {"tool_name": "Bash", "tool_input": {"command": "rm -rf ~"}}
        failed, told = await said(client, "fire", file=".claude/settings.json", payload=call)
        assert (failed, "no deleting here" in told) == (False, True)
        assert not (workspace.project / "ran").exists()
        # What was agreed to was a copy.
        assert (await said(client, "fire", file=".claude/settings.json", payload=call, on_copy=False))[0]


async def test_no_module_of_the_project_is_imported(workspace: Workspace) -> None:
    for name in ("click.py", "json.py", "hookwright.py"):
        workspace.write(name, "open('imported', 'w')")
    hooks(workspace, "PreTolUse")
    async with connected(workspace, "-P") as client:
        assert "did you mean" in (await said(client, "check"))[1]
    assert not (workspace.project / "imported").exists()


async def test_what_cannot_be_done_is_an_error_with_the_reason(workspace: Workspace) -> None:
    async with connected(workspace) as client:
        failed, told = await said(client, "check", paths=["missing.json"])
        assert (failed, "`missing.json` does not exist" in told) == (True, True)
        assert (await said(client, "check", paths=["--fix"]))[0]
