"""`hookwright/dispatch` over the wire (F4): what an agent gets back, whatever the files and the editor hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone, hook_text, processes_in, staying

_WRITE = {"tool_name": "Write", "tool_input": {"file_path": "a.txt", "content": "x"}}
_OLD_WORDS = {"decision": "deny", "reason": "Not today 😀"}
_NEW_WORDS = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "Not today 😀",
    }
}


@pytest.mark.parametrize(
    ("dialect", "path", "says"),
    [("ai-agents", AI_AGENTS, _OLD_WORDS), ("claude-code", CLAUDE_CODE, _NEW_WORDS)],
    ids=["ai-agents", "claude-code"],
)
async def test_the_outcome_of_a_refusal(
    agent: Editor, workspace: Workspace, dialect: str, path: str, says: dict[str, Any]
) -> None:
    file = workspace.hooks(path, f"echo '{json.dumps(says)}'", matcher="Write")

    outcome = await agent.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": _WRITE})

    assert {key: outcome[key] for key in ("event", "dialect", "decision", "blocked", "reason")} == {
        "event": "PreToolUse",
        "dialect": dialect,
        "decision": "deny",
        "blocked": True,
        "reason": "Not today 😀",
    }
    (run,) = outcome["runs"]
    assert run["status"] == "blocked"
    assert run["exitCode"] == 0
    assert run["hook"]["source"] == str(file)
    assert run["hook"]["scope"] == "project"
    assert run["hook"]["pointer"] == "/hooks/PreToolUse/0/hooks/0"


async def test_an_agent_in_an_editor_says_what_its_tools_are(newcomer: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "cat >&2; exit 2", matcher="Edit|Write")
    own = {"tools": {"edit_file": {"tool": "Edit", "file_path": "path"}}}
    await newcomer.begin(workspace, "neovim", options=own)
    call = {"tool_name": "edit_file", "tool_input": {"path": "a.py"}}

    outcome = await newcomer.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": call})
    explained = await newcomer.ask("hookwright/explain", {"event": "PreToolUse", "payload": call})
    others = {"change": {"tool": "Write", "file_path": "file"}}
    call = {"tool_name": "change", "tool_input": {"file": "b.py"}}
    another = await newcomer.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": call, "tools": others})

    assert '"file_path":"a.py"' in outcome["reason"]
    assert len(explained["matched"]) == 1
    assert '"file_path":"b.py"' in another["reason"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tools": {"edit_file": {"tool": "Edti"}}}, "`tools.edit_file.tool` is `Edti`"),
        ({"tools": ["Edit"]}, "`tools` is not a map of tools"),
        ({"failurePolicy": "close"}, "`failurePolicy` is `close`: use `agent` or `closed`"),
    ],
)
async def test_what_an_agent_in_an_editor_says_wrong_is_refused(
    newcomer: Editor, workspace: Workspace, options: dict[str, Any], said: str
) -> None:
    await newcomer.begin(workspace, "neovim", options=options)
    with pytest.raises(JsonRpcException) as refused:
        await newcomer.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": _WRITE})
    assert refused.value.code == types.ErrorCodes.InvalidParams
    assert said in refused.value.message


async def test_an_agent_in_an_editor_wants_faults_to_deny(newcomer: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "exit 1")
    await newcomer.begin(workspace, "neovim", options={"failurePolicy": "closed"})
    event = {"event": "PreToolUse", "payload": _WRITE}

    closed = await newcomer.ask("hookwright/dispatch", event)
    lenient = await newcomer.ask("hookwright/dispatch", {**event, "failurePolicy": "agent"})

    assert (closed["decision"], closed["messages"][-1]["code"]) == ("deny", "failed-closed")
    assert (lenient["decision"], [it["code"] for it in lenient["degraded"]]) == (None, ["failed"])


async def test_cancelling_kills_the_hook_and_its_children(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(AI_AGENTS, command)
    number, answer = agent.begin_to_ask("hookwright/dispatch", {"event": "PreToolUse", "payload": _WRITE})
    processes = await processes_in(note)

    agent.cancel_request(types.CancelParams(number))

    with pytest.raises(JsonRpcException) as refused:
        await answer
    assert refused.value.code == types.LSPErrorCodes.RequestCancelled
    await gone(processes)


async def test_other_requests_are_answered_while_a_hook_runs(agent: Editor, workspace: Workspace) -> None:
    gate = workspace.project / "gate"
    workspace.hooks(CLAUDE_CODE, f"while [ ! -e '{gate}' ]; do sleep 0.02; done; echo through")
    _, answer = agent.begin_to_ask("hookwright/dispatch", {"event": "PreToolUse", "payload": _WRITE})

    samples = await agent.ask("hookwright/samples", {"dialect": "claude-code", "event": "Stop"})
    assert samples
    assert not answer.done()

    gate.touch()
    assert [it["stdout"] for it in (await answer)["runs"]] == ["through\n"]


async def test_a_broken_file_among_three_is_named_and_the_others_run(agent: Editor, workspace: Workspace) -> None:
    (workspace.home / ".ai_agents").mkdir()
    (workspace.home / AI_AGENTS).write_text(hook_text("echo user"), encoding="utf-8")
    broken = workspace.write(AI_AGENTS, '["no hooks", ')
    workspace.hooks(".ai_agents/settings.local.json", "echo local")

    outcome = await agent.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": _WRITE})

    assert [it["stdout"] for it in outcome["runs"]] == ["user\n", "local\n"]
    warnings = [it["text"] for it in outcome["messages"] if it["level"] == "warning"]
    assert len(warnings) == 1
    assert str(broken) in warnings[0]


async def test_the_text_in_the_editor_holds_over_the_disk(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "echo disk")
    uri = agent.open(file, hook_text("echo editor"))
    ask = {"event": "PreToolUse", "payload": _WRITE}

    opened = await agent.ask("hookwright/dispatch", ask)
    agent.replace(uri, 2, hook_text("echo typed"))
    typed = await agent.ask("hookwright/dispatch", ask)

    assert [it["runs"][0]["stdout"] for it in (opened, typed)] == ["editor\n", "typed\n"]


async def test_an_unknown_event_is_refused_with_the_nearest_name(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "true")

    with pytest.raises(JsonRpcException, match="did you mean `PreToolUse`") as refused:
        await agent.ask("hookwright/dispatch", {"event": "PreTolUse", "payload": _WRITE})

    assert refused.value.code == types.ErrorCodes.InvalidParams
