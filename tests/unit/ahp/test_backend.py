"""An agent that speaks the Agent Hooks Protocol gets the say of the user's hooks, as the protocol's draft has it."""

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
from tests.unit.acp.ends import LOG, write_hooks

from hookwright.ahp.backend import serve
from hookwright.embedding.session_hooks import HookSetup
from hookwright.engine.process.companion import open_streams
from hookwright.transport.lines import MAX_LINE_BYTES

Json = dict[str, Any]


class Agent:
    """The agent's end of the pipes."""

    def __init__(self, project: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.project = project
        self.reader = reader
        self.writer = writer

    def event(self, kind: str = "tool.before", number: str = "e1", **changes: Any) -> Json:
        tool = {"callId": f"call-{number}", "name": "run", "kind": "shell", "input": {"cmd": "git push --force"}}
        session = {"id": "s1", "cwd": str(self.project), "own": 1}
        given = {"id": number, "source": "urn:x", "type": kind, "time": "2026-01-01T00:00:00Z", "session": session}
        return {**given, **({"tool": tool} if kind.startswith("tool.") else {}), **changes}

    def say(self, message: Any) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")

    async def intercept(self, event: Json, version: str = "0.1", effects: tuple[str, ...] = ("deny",)) -> Json:
        params = {"protocolVersion": version, "event": event, "capabilities": {"effects": list(effects)}, "own": 1}
        self.say({"jsonrpc": "2.0", "id": event.get("id"), "method": "hooks/intercept", "params": params})
        return await self.answer()

    def observe(self, event: Json) -> None:
        self.say({"jsonrpc": "2.0", "method": "hooks/observe", "params": {"protocolVersion": "0.1", "event": event}})

    async def answer(self) -> Json:
        found: Json = json.loads(await self.reader.readline())
        return found

    def log(self) -> list[Json]:
        path = self.project / "log"
        return [json.loads(it) for it in path.read_text().splitlines()] if path.exists() else []


@asynccontextmanager
async def served(project: Path, hooks: dict[str, Any], *, trusted: bool = True) -> AsyncIterator[Agent]:
    """An agent with its backend; behind it, the backend has ended."""
    write_hooks(project, hooks)
    there, back = os.pipe(), os.pipe()
    setup = HookSetup(trusted=(str(project),) if trusted else ())
    serving = asyncio.create_task(serve(setup, str(project), there[0], back[1]))
    reader, writer = await open_streams(back[0], there[1], MAX_LINE_BYTES)
    try:
        yield Agent(project, reader, writer)
    finally:
        writer.close()
        assert await serving == 0
        await reader.read()


async def test_a_hook_denies_a_tool(tmp_path: Path) -> None:
    refuse = f"{LOG}; echo 'no force' >&2; exit 2"
    async with served(tmp_path, {"PreToolUse": ("Bash", refuse)}) as agent:
        answer = await agent.intercept(agent.event())
        again = await agent.intercept(agent.event())

    effects = [{"type": "deny", "reason": "no force"}]
    assert answer == {"jsonrpc": "2.0", "id": "e1", "result": {"protocolVersion": "0.1", "effects": effects}}
    # What is sent again is answered again, and judged once.
    assert again == answer
    [seen] = agent.log()
    assert (seen["tool_name"], seen["tool_use_id"], seen["session_id"]) == ("Bash", "call-e1", "s1")
    assert seen["tool_input"] == {"cmd": "git push --force", "command": "git push --force"}


@pytest.mark.parametrize("decision", ["allow", "ask"])
async def test_nothing_but_a_refusal_is_an_effect(tmp_path: Path, decision: str) -> None:
    output = {"hookEventName": "PreToolUse", "permissionDecision": decision}
    async with served(tmp_path, {"PreToolUse": f"echo '{json.dumps({'hookSpecificOutput': output})}'"}) as agent:
        assert (await agent.intercept(agent.event()))["result"]["effects"] == []


async def test_a_call_that_a_hook_changes_does_not_run_as_it_is(tmp_path: Path) -> None:
    output = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"command": "true"}}
    async with served(tmp_path, {"PreToolUse": f"echo '{json.dumps({'hookSpecificOutput': output})}'"}) as agent:
        [effect] = (await agent.intercept(agent.event()))["result"]["effects"]

    assert (effect["type"], "cannot pass on" in effect["reason"]) == ("deny", True)


async def test_what_is_observed_reaches_hooks_and_is_not_answered(tmp_path: Path) -> None:
    events = ("SessionStart", "PostToolUse", "PostToolUseFailure", "SessionEnd")
    async with served(tmp_path, dict.fromkeys(events, LOG)) as agent:
        agent.observe(agent.event("session.start", "a"))
        tool = {"callId": "c1", "name": "q", "kind": "mcp", "mcp": {"server": "db", "tool": "q"}, "input": {}}
        agent.observe(agent.event("tool.after", "b", tool={**tool, "output": [1]}))
        agent.observe(agent.event("tool.error", "c", tool={**tool, "error": {"message": "lost"}}))
        agent.observe(agent.event("session.end", "d", outcome="completed"))
        agent.observe(agent.event("no.such", "e"))
        assert (await agent.intercept(agent.event()))["id"] == "e1"

    seen = {it["hook_event_name"]: it for it in agent.log()}
    assert set(seen) == set(events)
    assert (seen["PostToolUse"]["tool_name"], seen["PostToolUse"]["tool_response"]) == ("mcp__db__q", [1])
    assert seen["PostToolUseFailure"]["error"] == "lost"


async def test_what_is_not_of_the_protocol_is_an_error(tmp_path: Path) -> None:
    async with served(tmp_path, {}) as agent:
        wrong = [
            (await agent.intercept(agent.event(), version="0.2"))["error"],
            (await agent.intercept(agent.event("tool.after")))["error"],
            (await agent.intercept(agent.event("no.such")))["error"],
            (await agent.intercept(agent.event(), effects=()))["error"],
            (await agent.intercept(agent.event(tool={"callId": "c"})))["error"],
            (await agent.intercept(agent.event(session=None)))["error"],
        ]
        for message in ({"id": 1, "method": "hooks/list"}, {"id": 2, "method": "hooks/observe", "params": {}}, [1]):
            agent.say(message)
            wrong.append((await agent.answer())["error"])
        agent.writer.write(b"{\n")
        wrong.append((await agent.answer())["error"])

    assert sorted(it["code"] for it in wrong) == sorted(
        [-32001, -32002, -32002, -32602, -32602, -32602, -32601, -32601, -32600, -32700]
    )
    assert wrong[0]["data"] == {"supported": ["0.1"]}


@pytest.mark.parametrize(
    ("odd", "code"),
    [("[" * 3000 + "]" * 3000, -32016), ("1" * 5000, -32016), ("NaN", -32700), ('{"a":1,"a":2}', -32700)],
)
async def test_what_cannot_be_judged_is_an_error_under_its_id(tmp_path: Path, odd: str, code: int) -> None:
    async with served(tmp_path, {}) as agent:
        agent.writer.write(b'{"id":"e9","method":"hooks/intercept","params":{"x":%b}}\n' % odd.encode())
        answer = await agent.answer()

    assert (answer["id"], answer["error"]["code"]) == ("e9", code)


async def test_the_hooks_of_a_folder_that_is_not_trusted_do_not_run(tmp_path: Path) -> None:
    async with served(tmp_path, {"PreToolUse": "exit 2"}, trusted=False) as agent:
        assert (await agent.intercept(agent.event()))["result"]["effects"] == []


def test_a_process_for_one_event(tmp_path: Path) -> None:
    write_hooks(tmp_path, {"PreToolUse": "echo no >&2; exit 2"})
    tool = {"callId": "c", "name": "Edit", "kind": "file_edit", "input": {}}
    event = {"id": "e", "source": "urn:x", "type": "tool.before", "session": {"id": "s"}, "tool": tool}
    params = {"protocolVersion": "0.1", "event": event, "capabilities": {"effects": ["deny"]}}
    message = json.dumps({"jsonrpc": "2.0", "id": "e", "method": "hooks/intercept", "params": params})
    command = (sys.executable, "-m", "hookwright", "ahp", "--trust", str(tmp_path), "--project", str(tmp_path))

    ended = subprocess.run(command, input=message, capture_output=True, check=True, text=True)

    assert [json.loads(it)["result"]["effects"] for it in ended.stdout.splitlines()] == [
        [{"type": "deny", "reason": "no"}]
    ]
