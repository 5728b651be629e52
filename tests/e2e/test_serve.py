"""`hookwright serve`: agents run hooks over plain JSON-RPC, one object a line (F4)."""

from __future__ import annotations

import asyncio
import json
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.agent import SERVE, Agent, Refusal
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone, processes_in, staying

BASH = {"tool_name": "Bash", "tool_input": {"command": "make"}}


async def test_f4_the_first_answer_says_what_there_is(embedder: Agent, workspace: Workspace) -> None:
    told = await embedder.begin(workspace.project)

    assert told["server"]["name"] == "hookwright"
    assert told["protocol"] == 1
    events = {it["id"]: it["events"] for it in told["dialects"]}
    assert "PreToolUse" in events["claude-code"]
    assert {"engine/initialize", "dispatch", "explain", "status", "list", "engine/shutdown"} <= set(told["methods"])
    assert told["notifications"] == ["run/started", "run/output", "run/finished", "session/changed"]


async def test_a_dispatch_is_followed_and_answered(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "echo one", "echo no >&2; exit 2")
    await embedder.begin(workspace.project)

    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": BASH, "dispatchId": "0" * 32})

    assert (outcome["decision"], outcome["reason"], outcome["blocked"]) == ("deny", "no", True)
    assert outcome["dispatchId"] == "0" * 32
    assert {it["params"]["dispatchId"] for it in embedder.notes} == {"0" * 32}
    for run in outcome["runs"]:
        told = [it for it in embedder.notes if it["params"]["hook"]["id"] == run["hook"]["id"]]
        assert [it["method"] for it in told] == ["run/started", "run/output", "run/finished"]
        assert told[1]["params"]["text"] == run["stdout"] + run["stderr"]
        assert told[2]["params"]["run"] == run


async def test_other_questions_are_answered_as_in_the_editor(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "exit 2", matcher="Write")
    await embedder.begin(workspace.project, trusted=False, dialect="claude-code")

    explained = await embedder.ask("explain", {"event": "PreToolUse", "payload": BASH})
    status = await embedder.ask("status")
    listed = await embedder.ask("list", {"projectDir": str(workspace.project)})

    assert explained["dialect"] == "claude-code"
    assert len(explained["skipped"]) == 1
    assert status["data"]["hooks"] == 1
    assert "exit 2" in listed["markdown"]


async def test_an_agent_fires_the_same_events_whatever_the_dialect(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "exit 2")
    await embedder.begin(workspace.project)

    named = await embedder.ask("dispatch", {"event": "BeforeTool", "payload": BASH})
    missing = await embedder.ask("dispatch", {"event": "Stop"})

    assert (named["event"], named["blocked"]) == ("PreToolUse", True)
    assert (missing["event"], missing["dialect"], missing["runs"]) == ("Stop", "ai-agents", [])
    assert (await embedder.ask("explain", {"event": "BeforeTool", "payload": BASH}))["matched"]
    assert (await embedder.ask("explain", {"event": "Stop"}))["matched"] == []


async def test_one_event_for_the_hooks_of_several_agents(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "cat > claude", matcher="Bash")
    gemini = ".gemini/settings.json"
    workspace.hooks(gemini, "cat > gemini; echo no >&2; exit 2", event="BeforeTool", matcher="run_shell_command")
    await embedder.begin(workspace.project)
    event = {"event": "PreToolUse", "payload": BASH, "dispatchId": "1" * 32}

    outcome = await embedder.ask("dispatch", {**event, "dialects": ["claude-code", "gemini-cli"]})

    assert (outcome["dispatchId"], outcome["event"], outcome["dialect"]) == ("1" * 32, "PreToolUse", "claude-code")
    assert (outcome["decision"], outcome["blocked"], outcome["reason"]) == ("deny", True, "no")
    claude, other = outcome["parts"]
    assert (claude["dialect"], claude["event"], claude["outcome"]["blocked"]) == ("claude-code", "PreToolUse", False)
    assert (other["dialect"], other["event"], other["outcome"]["blocked"]) == ("gemini-cli", "BeforeTool", True)
    assert outcome["runs"] == claude["outcome"]["runs"] + other["outcome"]["runs"]
    followed = {(it["params"]["dispatchId"], it["params"]["dialect"]) for it in embedder.notes}
    assert followed == {(it["outcome"]["dispatchId"], it["dialect"]) for it in outcome["parts"]}
    assert len([it for it in embedder.notes if it["method"] == "run/finished"]) == 2
    heard = {it: json.loads((workspace.project / it).read_text(encoding="utf-8")) for it in ("claude", "gemini")}
    assert [it["tool_name"] for it in heard.values()] == ["Bash", "run_shell_command"]

    every = await embedder.ask("dispatch", {**event, "dialects": "all", "dialect": "clawdcode"})
    assert (every["dialect"], every["blocked"]) == ("clawdcode", True)
    assert [it["dialect"] for it in every["parts"]] == ["clawdcode", "claude-code", "gemini-cli"]
    only = await embedder.ask("dispatch", {"event": "BeforeModel", "dialects": ["claude-code", "gemini-cli"]})
    assert [it["dialect"] for it in only["parts"]] == ["gemini-cli"]
    none = await embedder.ask(
        "dispatch", {"event": "WorktreeCreate", "dialects": ["gemini-cli"], "dispatchId": "2" * 32}
    )
    assert (none["dispatchId"], none["runs"], "parts" in none) == ("2" * 32, [], False)
    told = await embedder.ask("explain", {**event, "dialects": "all"})
    assert [(it["dialect"], len(it["matched"])) for it in told["parts"]] == [("claude-code", 1), ("gemini-cli", 1)]
    assert (told["event"], told["dialect"], len(told["matched"])) == ("PreToolUse", "claude-code", 2)

    refusals: list[dict[str, Any]] = [
        {"dialects": []},
        {"dialects": ["nobody"]},
        {"dialects": "some"},
        {"dialects": "all", "event": "Nothing"},
        {"dialects": "all", "configFiles": []},
    ]
    for wrong in refusals:
        with pytest.raises(Refusal) as refused:
            await embedder.ask("dispatch", {**event, **wrong})
        assert refused.value.code == -32602


async def test_several_agents_need_the_same_trust(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "touch ran")
    await embedder.begin(workspace.project, trusted=False)
    event = {"event": "PreToolUse", "payload": BASH, "dialects": "all"}

    with pytest.raises(Refusal) as refused:
        await embedder.ask("dispatch", event)

    assert refused.value.code == -32010
    assert not (workspace.project / "ran").exists()
    (part,) = (await embedder.ask("explain", event))["parts"]
    assert (len(part["matched"]), part["skipped"]) == (1, [])


async def test_a_call_of_several_files_is_judged_by_each_agent(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "true", matcher="Read")
    guard = "grep -q .env && { echo secret >&2; exit 2; } || true"
    workspace.hooks(".gemini/settings.json", guard, event="BeforeTool", matcher="read_file")
    await embedder.begin(workspace.project, dialect="claude-code", tools="cline")
    payload = {"tool_name": "read_files", "tool_input": {"files": [{"path": "a"}, {"path": ".env"}, {"path": "b"}]}}

    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": payload, "dialects": "all"})

    assert (outcome["blocked"], outcome["reason"]) == (True, "secret")
    assert [(it["dialect"], len(it["outcome"]["runs"])) for it in outcome["parts"]] == [
        ("claude-code", 2),
        ("gemini-cli", 2),
    ]


async def test_a_call_that_stands_for_several_is_explained_as_a_whole(embedder: Agent, workspace: Workspace) -> None:
    matcher = {"tools": "Read", "paths": "**/.env"}
    hooks = {"PreToolUse": [{"matcher": matcher, "hooks": [{"type": "command", "command": "exit 2"}]}]}
    workspace.write(".clawdcode/settings.json", json.dumps({"hooks": hooks}))
    await embedder.begin(workspace.project, dialect="clawdcode", tools="cline")

    async def explained(*paths: str) -> tuple[int, int]:
        payload = {"tool_name": "read_files", "tool_input": {"files": [{"path": it} for it in paths]}}
        told = await embedder.ask("explain", {"event": "PreToolUse", "payload": payload})
        return len(told["matched"]), len(told["skipped"])

    assert await explained("main.py", ".env", "other.py") == (1, 0)
    assert await explained("main.py", "other.py") == (0, 1)


async def test_each_client_has_its_own_trust(
    embedder: Agent, engine: Path, workspace: Workspace, tmp_path: Path
) -> None:
    workspace.hooks(AI_AGENTS, "exit 2")
    event = {"event": "PreToolUse", "payload": BASH}
    await embedder.begin(workspace.project)
    async with await Agent.connect(engine) as stranger, await Agent.connect(engine) as friend:
        await stranger.begin(workspace.project, trusted=False)
        await friend.begin(tmp_path, trusted=False, trustedFolders=[str(workspace.project)])

        with pytest.raises(Refusal, match="No folder is trusted") as refused:
            await stranger.ask("dispatch", event)
        assert (refused.value.code, refused.value.data) == (-32010, {"reason": "untrusted"})
        with pytest.raises(Refusal, match="is not in a trusted folder"):
            await friend.ask("dispatch", event)
        assert (await friend.ask("dispatch", {**event, "projectDir": str(workspace.project)}))["blocked"]
        assert (await embedder.ask("dispatch", event))["blocked"]


async def test_cancelling_a_request_kills_its_hooks(embedder: Agent, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(AI_AGENTS, command)
    await embedder.begin(workspace.project)
    number = embedder.send("dispatch", {"event": "PreToolUse", "payload": BASH})
    processes = await processes_in(note)

    embedder.tell("$/cancelRequest", {"id": number})

    with pytest.raises(Refusal) as refused:
        await embedder.answer_to(number)
    assert refused.value.code == -32800
    await gone(processes)


async def test_a_client_that_goes_takes_its_hooks_with_it(embedder: Agent, engine: Path, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(AI_AGENTS, command)
    await embedder.begin(workspace.project)
    async with await Agent.connect(engine) as other:
        await other.begin(workspace.project)
        other.send("dispatch", {"event": "PreToolUse", "payload": BASH})
        processes = await processes_in(note)

    await gone(processes)
    # The others are served on.
    assert (await embedder.ask("list"))["data"]


async def test_what_cannot_be_served_gets_the_error_of_json_rpc(embedder: Agent, workspace: Workspace) -> None:
    with pytest.raises(Refusal, match="engine/initialize") as early:
        await embedder.ask("dispatch", {"event": "Stop"})
    assert early.value.code == -32002
    await embedder.begin(workspace.project)

    for method, params, code in [
        ("nothing/here", {}, -32601),
        ("dispatch", {}, -32602),
        ("dispatch", {"event": "Stop", "payload": []}, -32602),
        ("dispatch", {"event": "Nothing", "dialect": "claude-code"}, -32602),
        ("dispatch", {"event": "Stop", "dispatchId": "x"}, -32602),
        ("explain", {"event": "Stop", "projectDir": "\0"}, -32602),
        ("engine/initialize", {}, -32600),
    ]:
        with pytest.raises(Refusal) as refused:
            await embedder.ask(method, params)
        assert refused.value.code == code, method

    embedder.write_line(b"{nothing\n")
    embedder.write([{"jsonrpc": "2.0", "id": 99, "method": "status"}])
    embedder.write("text")
    await embedder.until(lambda: len(embedder.strays) == 3)
    assert [(it["id"], it["error"]["code"]) for it in embedder.strays] == [
        (None, -32700),
        (None, -32600),
        (None, -32600),
    ]
    assert "Batches are not served" in embedder.strays[1]["error"]["message"]


async def test_lines_end_as_on_any_system_and_may_be_empty(embedder: Agent, workspace: Workspace) -> None:
    await embedder.begin(workspace.project)
    request = json.dumps({"jsonrpc": "2.0", "id": "ü😀", "method": "list"}, ensure_ascii=False).encode()

    embedder.write_line(b"\n\r\n  \n")
    for piece in (request[:9], request[9:], b"\r\n"):
        embedder.write_line(piece)
        await embedder.writer.drain()

    await embedder.until(lambda: embedder.strays)
    assert embedder.strays[0]["id"] == "ü😀"
    assert "result" in embedder.strays[0]


async def test_hosts_say_what_their_tools_are(embedder: Agent, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "cat >&2; exit 2", matcher="Edit|Write")
    tools = {"edit_file": {"tool": "Edit", "file_path": "path"}}
    await embedder.begin(workspace.project, dialect="claude-code", tools=tools)
    call = {"tool_name": "edit_file", "tool_input": {"path": "a.py"}}

    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": call})
    explained = await embedder.ask("explain", {"event": "PreToolUse", "payload": call})

    assert '"file_path":"a.py"' in outcome["reason"]
    assert len(explained["matched"]) == 1


@pytest.mark.parametrize("where", ["initialize", "dispatch"])
async def test_hosts_want_faults_to_deny(embedder: Agent, workspace: Workspace, where: str) -> None:
    workspace.hooks(CLAUDE_CODE, "exit 1")
    policy: dict[str, Any] = {"failurePolicy": "closed"}
    await embedder.begin(workspace.project, dialect="claude-code", **(policy if where == "initialize" else {}))
    event = {"event": "PreToolUse", "payload": BASH, **(policy if where == "dispatch" else {})}

    outcome = await embedder.ask("dispatch", event)

    assert (outcome["decision"], outcome["blocked"]) == ("deny", True)
    assert "`exit 1`: exited 1" in outcome["reason"]


async def test_a_prompt_goes_to_the_model_of_the_client(embedder: Agent, workspace: Workspace) -> None:
    hook = {"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"}
    workspace.write("hooks/hooks.json", json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
    answer = {"decision": "deny", "reason": "not safe"}
    embedder.answers["model/complete"] = lambda params: {"result": {"text": json.dumps(answer)}}
    await embedder.begin(workspace.project, capabilities={"model": True})

    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": BASH, "dialect": "open-plugin"})

    assert embedder.asked[0]["params"]["prompt"].startswith("Is it safe?")
    assert (outcome["decision"], outcome["reason"]) == ("deny", "not safe")


async def test_a_client_that_does_not_read_is_told_less_but_every_end(engine: Path, workspace: Workspace) -> None:
    """Output is left out with a mark; starts and ends are told (bounded memory)."""
    workspace.hooks(AI_AGENTS, "yes $(seq 200) | head -c 40000000")
    reader, writer = await asyncio.open_unix_connection(engine, limit=64 << 20)
    begin = {"projectDir": str(workspace.project), "trusted": True}
    event = {"event": "PreToolUse", "payload": BASH}
    for number, (method, params) in enumerate([("engine/initialize", begin), *[("dispatch", event)] * 4]):
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        writer.write(json.dumps(message).encode() + b"\n")
    await writer.drain()
    async with await Agent.connect(engine) as other:
        await other.begin(workspace.project)
        # Nobody reads meanwhile.
        for _ in range(3):
            await other.ask("dispatch", event)

    seen: list[dict[str, Any]] = []
    while {it.get("id") for it in seen if "result" in it} != set(range(5)):
        seen.append(json.loads(await asyncio.wait_for(reader.readline(), 120)))
    told = [it["method"] for it in seen if "method" in it]
    assert (told.count("run/started"), told.count("run/finished")) == (4, 4)
    assert any(it["params"]["leftOut"] for it in seen if it.get("method") == "run/output")
    writer.close()


async def test_one_client_over_standard_streams(workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "exit 2")
    embedder = await Agent.start()
    assert embedder.process is not None
    async with embedder:
        await embedder.begin(workspace.project)
        assert (await embedder.ask("dispatch", {"event": "PreToolUse", "payload": BASH}))["blocked"]
        assert await embedder.ask("engine/shutdown") is None
    assert embedder.process.returncode == 0


async def test_a_server_that_is_killed_takes_its_hooks_with_it(workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(AI_AGENTS, command)
    async with await Agent.start() as embedder:
        await embedder.begin(workspace.project)
        embedder.send("dispatch", {"event": "PreToolUse", "payload": BASH})
        processes = await processes_in(note)
        assert embedder.process is not None
        embedder.process.kill()
        await gone(processes)


def test_a_socket_is_for_the_user_alone(engine: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(engine.stat().st_mode) == 0o600
    tmp_path.chmod(0o755)

    refused = subprocess.run([*SERVE, "--listen", str(tmp_path / "s")], capture_output=True, check=False)

    assert refused.returncode == 2
    assert b"Others can enter" in refused.stderr


async def test_the_user_says_how_many_clients_may_be_connected(workspace: Workspace) -> None:
    # The path of a socket has to be short.
    with tempfile.TemporaryDirectory(prefix="hw", dir="/tmp") as folder:
        path = Path(folder, "s")
        command = [*SERVE, "--listen", str(path), "--max-clients", "1"]
        server = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE)
        assert server.stderr
        assert b"listens on" in await server.stderr.readline()
        async with await Agent.connect(path) as first:
            await first.begin(workspace.project)
            reader, writer = await asyncio.open_unix_connection(path)
            answer = json.loads(await asyncio.wait_for(reader.readline(), 60))
            writer.close()
            assert answer["error"]["message"] == "Not connected: 1 client is connected already"
        server.terminate()
        await server.communicate()


def test_a_limit_of_clients_needs_a_socket() -> None:
    refused = subprocess.run([*SERVE, "--max-clients", "8"], input=b"", capture_output=True, check=False)

    assert refused.returncode == 2
    assert b"add `--listen PATH`" in refused.stderr
