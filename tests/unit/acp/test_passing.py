"""What hooks have no say in passes as it came, and in order."""

from __future__ import annotations

import json
from pathlib import Path

import acp
import pytest
from tests.unit.acp.ends import LOG, Agent, Raw, raw_talk, talk


async def test_extensions_pass_both_ways(tmp_path: Path) -> None:
    async def calls_back(agent: Agent, session: str, text: str) -> None:
        await agent.client.ext_notification("zed/hint", {"n": 1})
        agent.heard.append(("answer", await agent.client.ext_method("zed/ask", {"deep": [1.50, {"ä": None}]})))

    async with talk(tmp_path, {}, calls_back) as it:
        assert await it.client.agent.ext_method("zed/do", {"x": 1}) == {"echo": {"x": 1}, "_own": [1.50, None]}
        await it.prompt()

    assert it.client.heard == [("zed/hint", {"n": 1}), ("zed/ask", {"deep": [1.5, {"ä": None}]})]
    assert it.agent.heard[-1] == ("answer", {"echo": {"deep": [1.5, {"ä": None}]}})


async def test_messages_pass_as_the_bytes_that_came_and_in_order(tmp_path: Path) -> None:
    lines = [
        b'{"jsonrpc":"2.0", "method":"_x/y", "params":{"a":1.0,"big":12345678901234567890.10}, "own":[]}\n',
        b'{"jsonrpc": "2.0", "id": "1", "method": "mcp/message", "params": null}\n',
        b'{"id":7,"result":"of nothing that was asked"}\n',
        b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"other","update":{"sessionUpdate":"new"}}}\n',
        b'{"jsonrpc":"2.0","method":"session/update","params":' + b'{"x":"' + b"y" * 300_000 + b'"}}\n',
    ]
    async with raw_talk(tmp_path) as (client, agent):
        for source, target in ((client, agent), (agent, client)):
            for line in lines:
                source.write(line)
            assert [await target.read() for _ in lines] == lines


async def test_what_comes_behind_a_prompt_stays_behind_it(tmp_path: Path) -> None:
    async with raw_talk(tmp_path, {"UserPromptSubmit": "sleep 0.05; echo context"}) as (client, agent):
        await _open(client, agent)
        prompt = {"jsonrpc": "2.0", "id": 2, "method": "session/prompt", "own": 1}
        parts = [{"type": "text", "text": "go", "_meta": {"k": 1}}]
        client.send({**prompt, "params": {"sessionId": "s1", "prompt": parts, "_meta": {"trace": "x"}}})
        client.send({"jsonrpc": "2.0", "method": "session/set_mode", "params": {"sessionId": "s1", "modeId": "plan"}})

        first, second = json.loads(await agent.read()), json.loads(await agent.read())

    context = {"type": "text", "text": "[Hook Context]\n\ncontext"}
    assert first == {**prompt, "params": {"sessionId": "s1", "prompt": [*parts, context], "_meta": {"trace": "x"}}}
    assert second["method"] == "session/set_mode"


async def test_cancelling_a_prompt_by_its_request_reaches_the_round_that_runs(tmp_path: Path) -> None:
    async with raw_talk(tmp_path, {"Stop": "echo more >&2; exit 2"}) as (client, agent):
        await _open(client, agent)
        client.send({"id": 2, "method": "session/prompt", "params": {"sessionId": "s1", "prompt": []}})
        await agent.read()
        agent.send({"id": 2, "result": {"stopReason": "end_turn"}})
        again = json.loads(await agent.read())
        client.send({"method": "$/cancel_request", "params": {"requestId": 2}})

        assert json.loads(await agent.read())["params"] == {"requestId": again["id"]}
        agent.send({"id": again["id"], "error": {"code": -32800, "message": "cancelled"}})
        while (answer := json.loads(await client.read())).get("id") is None:
            pass
        assert (answer["id"], answer["error"]["code"]) == (2, -32800)


async def test_an_agent_takes_back_what_hooks_are_judging(tmp_path: Path) -> None:
    async with raw_talk(tmp_path, {"PreToolUse": "sleep 1000"}) as (client, agent):
        await _open(client, agent)
        params = {"sessionId": "s1", "path": "/a", "content": ""}
        agent.send({"id": 5, "method": "fs/write_text_file", "params": params})
        agent.send({"method": "$/cancel_request", "params": {"requestId": 5}})

        answer = json.loads(await agent.read())
        assert (answer["id"], answer["error"]["code"]) == (5, -32800)


async def test_an_unknown_session_is_not_a_way_around_hooks(tmp_path: Path) -> None:
    async with raw_talk(tmp_path, {"PreToolUse": "exit 2"}) as (client, agent):
        await _open(client, agent)
        agent.send({"id": 1, "method": "terminal/create", "params": {"sessionId": "nobody's", "command": "ls"}})

        assert json.loads(await agent.read())["error"]["code"] == -32602


_MODULE = """
from hookwright.modules import on

@on("PreToolUse")
def judge(event, ctx):
    return {"decision": "block", "reason": "%s"}
"""


@pytest.mark.parametrize(("trusted", "who"), [(True, "the project's"), (False, "the user's")])
async def test_hook_modules_have_a_say_where_they_may(tmp_path: Path, home: Path, *, trusted: bool, who: str) -> None:
    for root, text in ((home, "the user's"), (tmp_path, "the project's")):
        if root == tmp_path or not trusted:
            (root / ".pi" / "hooks").mkdir(parents=True)
            (root / ".pi" / "hooks" / "judge.py").write_text(_MODULE % text)
    said = []

    async def writes(agent: Agent, session: str, text: str) -> None:
        with pytest.raises(acp.RequestError) as refused:
            await agent.client.write_text_file(session_id=session, path="/p/a", content="")
        said.append(str(refused.value))

    async with talk(tmp_path, {}, writes, trusted=trusted) as it:
        await it.prompt()

    assert said == [f"Refused by a hook: {who}"]


async def test_the_hooks_of_a_folder_that_is_not_trusted_do_not_run(tmp_path: Path, home: Path) -> None:
    own = {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo mine >&2; exit 2"}]}]}
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text(json.dumps({"hooks": own}))

    async def writes(agent: Agent, session: str, text: str) -> None:
        with pytest.raises(acp.RequestError, match="mine"):
            await agent.client.write_text_file(session_id=session, path="/p/a", content="")

    async with talk(tmp_path, {"UserPromptSubmit": LOG}, writes, trusted=False) as it:
        await it.prompt()

    assert it.log() == []
    assert f"`{tmp_path}` is not trusted" in it.client.told


async def test_a_session_that_is_loaded_does_not_repeat_its_past(tmp_path: Path) -> None:
    async with talk(tmp_path, {"SessionStart": LOG, "PostToolUse": LOG}, opened=False) as it:
        await it.client.agent.load_session(cwd=str(tmp_path), session_id="s1")
        await it.prompt()

    assert [(it["hook_event_name"], it["source"]) for it in it.log()] == [("SessionStart", "resume")]


async def test_a_session_that_is_closed_has_ended(tmp_path: Path) -> None:
    async with talk(tmp_path, {"SessionEnd": LOG}) as it:
        await it.client.agent.close_session(session_id="s1")
        while not it.log():
            await it.client.agent.ext_method("x", {})

    assert len(it.log()) == 1


async def test_there_are_only_so_many_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookwright.acp.proxy._MOST_SESSIONS", 1)
    async with raw_talk(tmp_path) as (client, agent):
        await _open(client, agent)
        client.send({"id": 2, "method": "session/new", "params": {"cwd": str(tmp_path), "mcpServers": []}})

        assert "1 sessions are open" in json.loads(await client.read())["error"]["message"]


async def _open(client: Raw, agent: Raw) -> None:
    client.send({"id": 1, "method": "session/new", "params": {"cwd": str(client.project), "mcpServers": []}})
    await agent.read()
    agent.send({"id": 1, "result": {"sessionId": "s1"}})
    await client.read()
