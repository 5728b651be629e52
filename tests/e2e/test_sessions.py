"""Sessions of agents: files, messages, context handlers and commands, over `serve` and the language server."""

from __future__ import annotations

import asyncio
import json
import stat
import textwrap
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.agent import Agent, Refusal
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

MODULE = """
from hookwright.modules import Model, command, on

@command("mark", "Marks this place")
async def mark(ctx):
    await ctx.save_entry({"type": "mark", "text": ctx.args_raw})
    await ctx.rebuild_context()
    chosen = await ctx.ui.select("Which?", ["a", "b"])
    return {"status": f"marked {len(ctx.messages)} {chosen}"}

@command("model", "Chooses a model")
async def model(ctx):
    await ctx.set_model(Model("p", "m", "M"))
    await ctx.set_thinking_level("high")
    return "now think"

@on("context")
def context(event, ctx):
    marks = [it["text"] for it in event["entries"] if it["type"] == "mark"]
    return {"messages": [*event["messages"], *({"role": "user", "content": it} for it in marks)]}

@on("PreToolUse")
def guard(event, ctx):
    if event["tool_input"].get("command") == "rm":
        raise RuntimeError("never")
"""


def said(text: str) -> dict[str, Any]:
    return {"type": "message", "message": {"role": "user", "content": text}}


async def contents(embedder: Agent, session: str) -> list[str]:
    return [it["content"] for it in (await embedder.ask("session/messages", {"sessionId": session}))["messages"]]


async def test_e3_e4_a_session_from_its_start_to_its_end(embedder: Agent, workspace: Workspace) -> None:
    log = workspace.project / "log"
    note = f"cat >> '{log}'; echo >> '{log}'; echo remember"
    group = [{"hooks": [{"type": "command", "command": note}]}]
    workspace.write(CLAUDE_CODE, json.dumps({"hooks": {"SessionStart": group, "SessionEnd": group}}))
    await embedder.begin(workspace.project, dialect="claude-code")

    opened = await embedder.ask("session/open", {"sessionId": "s1"})
    await embedder.ask("session/append", {"sessionId": "s1", "entry": said("one")})
    with pytest.raises(Refusal, match="Entry must have type") as refused:
        await embedder.ask("session/append", {"sessionId": "s1", "entry": {"text": "no type"}})
    await embedder.ask("session/append", {"sessionId": "s1", "entry": {"type": "own", "n": 1}})
    entries = (await embedder.ask("session/entries", {"sessionId": "s1"}))["entries"]
    closed = await embedder.ask("session/close", {"sessionId": "s1", "reason": "clear"})
    with pytest.raises(Refusal, match="is not an open session"):
        await embedder.ask("session/entries", {"sessionId": "s1"})
    again = await embedder.ask("session/open", {"sessionId": "s1"})

    assert refused.value.code == -32602
    assert entries == [said("one"), {"type": "own", "n": 1}]
    assert (opened["resumed"], again["resumed"]) == (False, True)
    assert opened["sessionFile"] == again["sessionFile"]
    file = Path(opened["sessionFile"])
    assert [json.loads(it) for it in file.read_text().splitlines()] == entries
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert opened["outcome"]["additionalContext"] == "remember"
    assert closed["outcome"]["event"] == "SessionEnd"
    told = [json.loads(it) for it in log.read_text().splitlines()]
    assert [(it["hook_event_name"], it.get("source"), it.get("reason")) for it in told] == [
        ("SessionStart", "startup", None),
        ("SessionEnd", None, "clear"),
        ("SessionStart", "resume", None),
    ]
    assert {it["session_id"] for it in told} == {"s1"}
    assert await contents(embedder, "s1") == ["one"]


async def test_a15_the_guard_forgets_a_session_that_is_closed(embedder: Agent, workspace: Workspace) -> None:
    use = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "ls"}}
    event = {"event": "PreToolUse", "payload": use, "sessionId": "s", "dialect": "clawdcode"}
    workspace.hooks(".clawdcode/settings.json", "true", matcher=None)
    await embedder.begin(workspace.project, dialect="clawdcode")

    found = []
    for _ in range(2):
        await embedder.ask("session/open", {"sessionId": "s"})
        found += [(await embedder.ask("dispatch", event))["duplicate"] for _ in range(2)]
        await embedder.ask("session/close", {"sessionId": "s"})

    assert found == [False, True, False, True]


async def test_several_sessions_at_once_and_one_writer_of_each(
    embedder: Agent, engine: Path, workspace: Workspace
) -> None:
    await embedder.begin(workspace.project)
    names = [f"s{number}" for number in range(5)]
    await asyncio.gather(*(embedder.ask("session/open", {"sessionId": it}) for it in names))
    for number in range(4):
        entries = [{"sessionId": it, "entry": said(f"{it} {number}")} for it in names]
        # All at once: what is sent first is written first.
        numbers = [embedder.send("session/append", it) for it in entries]
        await asyncio.gather(*map(embedder.answer_to, numbers))
    assert [await contents(embedder, it) for it in names] == [[f"{it} {n}" for n in range(4)] for it in names]

    async with await Agent.connect(engine) as other:
        await other.begin(workspace.project)
        with pytest.raises(Refusal, match="is open already"):
            await other.ask("session/open", {"sessionId": "s1"})
        with pytest.raises(Refusal, match="is open already"):
            await embedder.ask("session/open", {"sessionId": "s1"})
        file = workspace.project / "own.jsonl"
        assert (await other.ask("session/open", {"sessionFile": str(file)}))["sessionId"] == "own"
    # A client that goes gives up its sessions.
    async with await Agent.connect(engine) as third:
        await third.begin(workspace.project)
        assert (await third.ask("session/open", {"sessionFile": str(file)}))["sessionFile"] == str(file)


async def test_requests_need_not_wait_for_the_session_to_be_open(embedder: Agent, workspace: Workspace) -> None:
    """What is sent first counts first, however long the hooks of its start take."""
    started = [{"hooks": [{"type": "command", "command": "sleep 0.2; echo begun >&2; echo; exit 0"}]}]
    workspace.write(CLAUDE_CODE, json.dumps({"hooks": {"SessionStart": started}}))
    await embedder.begin(workspace.project, dialect="claude-code")

    said_one = {"sessionId": "s", "entry": said("one")}
    asked = [
        ("session/open", {"sessionId": "s"}),
        ("session/append", said_one),
        ("session/entries", {"sessionId": "s"}),
    ]
    asked += [("session/close", {"sessionId": "s"}), ("session/append", said_one)]
    numbers = [embedder.send(method, params) for method, params in asked]

    opened, _, kept, closed = [await embedder.answer_to(it) for it in numbers[:4]]
    with pytest.raises(Refusal, match="is not an open session"):
        await embedder.answer_to(numbers[4])
    assert opened["outcome"]["event"] == "SessionStart"
    assert kept["entries"] == [said("one")]
    assert closed["outcome"]["event"] == "SessionEnd"
    assert Path(opened["sessionFile"]).read_text().count("\n") == 1


async def test_a_torn_line_is_said_to_the_agent(embedder: Agent, workspace: Workspace) -> None:
    file = workspace.write("s.jsonl", '{"type": "own"}\n{"type": "mess')
    await embedder.begin(workspace.project)

    opened = await embedder.ask("session/open", {"sessionFile": str(file)})

    assert "2: is not an entry" in opened["problems"][0]
    assert file.read_text() == '{"type": "own"}\n{"type": "mess\n'


async def test_e1_e4_e5_e9_modules_serve_a_session(embedder: Agent, workspace: Workspace) -> None:
    path = workspace.write(".pi/hooks/marks.py", textwrap.dedent(MODULE))
    embedder.answers["ui/select"] = lambda params: {"result": params["options"][1]}
    await embedder.begin(workspace.project, dialect="claude-code", capabilities={"ui": True})
    await embedder.ask("session/open", {"sessionId": "s"})
    await embedder.ask("session/append", {"sessionId": "s", "entry": said("one")})

    listed = await embedder.ask("commands/list", {"sessionId": "s"})
    marked = await embedder.ask("commands/invoke", {"sessionId": "s", "name": "mark", "args": "here"})
    switched = await embedder.ask("commands/invoke", {"sessionId": "s", "name": "model"})
    with pytest.raises(Refusal, match="mark") as unknown:
        await embedder.ask("commands/invoke", {"sessionId": "s", "name": "marc"})
    call = {"tool_name": "Bash", "tool_input": {"command": "rm"}}
    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": call, "sessionId": "s"})
    explained = await embedder.ask("explain", {"event": "PreToolUse", "payload": call, "sessionId": "s"})

    assert listed == [
        {"name": "mark", "description": "Marks this place", "source": str(path)},
        {"name": "model", "description": "Chooses a model", "source": str(path)},
    ]
    assert marked == {"status": "marked 2 b"}
    assert switched == {"prompt": "now think"}
    assert unknown.value.code == -32602
    assert await contents(embedder, "s") == ["one", "here"]
    changed = [it["params"] for it in embedder.notes if it["method"] == "session/changed"]
    model = {"provider": "p", "id": "m", "name": "M"}
    assert changed == [{"sessionId": "s", "model": model, "thinkingLevel": "high"}]
    assert outcome["blocked"]
    assert "never" in outcome["reason"]
    assert explained["matched"][0]["hook"]["source"] == str(path)


async def test_e10_no_module_of_an_untrusted_project_is_loaded(embedder: Agent, workspace: Workspace) -> None:
    touched = workspace.project / "touched"
    workspace.write(".pi/hooks/marks.py", f"open({str(touched)!r}, 'w')\n{MODULE}")
    await embedder.begin(workspace.project, trusted=False)
    await embedder.ask("session/open", {"sessionId": "s"})

    assert await embedder.ask("commands/list", {"sessionId": "s"}) == []
    with pytest.raises(Refusal) as refused:
        await embedder.ask("commands/invoke", {"sessionId": "s", "name": "mark"})
    assert await contents(embedder, "s") == []

    assert refused.value.code == -32010
    assert not touched.exists()


async def test_handlers_that_the_agent_runs_better(embedder: Agent, workspace: Workspace) -> None:
    hooks = [
        {"type": "prompt", "prompt": "Safe? $ARGUMENTS"},
        {"type": "mcp_tool", "server": "s", "tool": "t"},
        {"type": "command", "command": "true"},
    ]
    workspace.write(CLAUDE_CODE, json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": hooks}]}}))
    embedder.answers["handler/run"] = lambda params: {"result": {"output": {"ok": True}}}
    await embedder.begin(workspace.project, dialect="claude-code", capabilities={"handlers": ["prompt", "mcp_tool"]})

    call = {"tool_name": "Bash", "tool_input": {"command": "make"}}
    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": call})

    asked = {it["params"]["hook"]["type"]: it["params"] for it in embedder.asked}
    assert set(asked) == {"prompt", "mcp_tool"}
    assert asked["prompt"]["prompt"].startswith("Safe? {")
    assert asked["mcp_tool"]["config"]["tool"] == "t"
    assert asked["mcp_tool"]["input"]["tool_input"] == {"command": "make"}
    assert [it["status"] for it in outcome["runs"]] == ["succeeded"] * 3


async def test_a_question_is_withdrawn_with_the_request_that_asks_it(embedder: Agent, workspace: Workspace) -> None:
    workspace.write(".pi/hooks/marks.py", textwrap.dedent(MODULE))
    await embedder.begin(workspace.project, capabilities={"ui": True})
    await embedder.ask("session/open", {"sessionId": "s"})
    number = embedder.send("commands/invoke", {"sessionId": "s", "name": "mark"})
    await embedder.until(lambda: embedder.asked)

    embedder.tell("$/cancelRequest", {"id": number})

    with pytest.raises(Refusal):
        await embedder.answer_to(number)
    await embedder.until(lambda: [it for it in embedder.notes if it["method"] == "$/cancelRequest"])
    (withdrawn,) = [it["params"] for it in embedder.notes if it["method"] == "$/cancelRequest"]
    assert withdrawn == {"id": embedder.asked[0]["id"]}


async def test_the_language_server_has_them_under_its_own_names(newcomer: Editor, workspace: Workspace) -> None:
    started: types.InitializeResult = await newcomer.begin(workspace, "visual-studio-code")
    offered: Any = started.capabilities.experimental
    assert {"hookwright/dispatch", "hookwright/session/open", "hookwright/commands/list"} <= set(
        offered["hookwright"]["methods"]
    )

    opened = await newcomer.ask("hookwright/session/open", {"sessionId": "s"})
    await newcomer.ask("hookwright/session/append", {"sessionId": "s", "entry": said("one")})
    assert opened["sessionId"] == "s"
    assert (await newcomer.ask("hookwright/session/messages", {"sessionId": "s"}))["messages"] == [
        {"role": "user", "content": "one"}
    ]
    with pytest.raises(JsonRpcException, match="Entry must have type"):
        await newcomer.ask("hookwright/session/append", {"sessionId": "s", "entry": {}})
    closed = await newcomer.ask("hookwright/session/close", {"sessionId": "s"})
    assert closed["outcome"]["event"] == "SessionEnd"
