"""`hookwright/samples` over the wire: payloads for a place in a document, or for an event by its name."""

from __future__ import annotations

import time

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

from hookwright.engine.journal.payloads import NewPayload, add_payload
from hookwright.engine.journal.place import journal_path
from hookwright.host import Host


async def test_those_that_get_past_the_matcher_come_first(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "true", matcher="Write"))

    samples = await agent.ask("hookwright/samples", {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0"})

    assert samples[0]["payload"]["tool_name"] == "Write"
    assert samples[0]["payload"]["hook_event_name"] == "PreToolUse"
    assert [it for it in samples if not (it["name"] and it["description"])] == []


async def test_an_event_by_its_name_and_one_that_is_not_there(agent: Editor) -> None:
    samples = await agent.ask("hookwright/samples", {"dialect": "ai-agents", "event": "UserPromptSubmit"})
    assert [it["payload"]["hook_event_name"] for it in samples] == ["UserPromptSubmit"] * len(samples)
    assert samples

    with pytest.raises(JsonRpcException, match="`Stop` is not an event of AI agents") as refused:
        await agent.ask("hookwright/samples", {"dialect": "ai-agents", "event": "Stop"})
    assert refused.value.code == types.ErrorCodes.InvalidParams


async def test_those_of_the_project_come_last_and_are_fired_by_name(agent: Editor, workspace: Workspace) -> None:
    folder = ".hookwright/samples/claude-code/PreToolUse"
    workspace.write(f"{folder}/push.json", '{"tool_name": "Bash", "tool_input": {"command": "git push"}}')
    workspace.write(f"{folder}/torn.json", "{")
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "grep -o 'git push'"))

    for params in ({"uri": uri, "pointer": "/hooks"}, {"dialect": "claude-code", "event": "PreToolUse"}):
        *before, last = await agent.ask("hookwright/samples", params)
        assert (last["name"], last["payload"]["tool_input"]) == ("push", {"command": "git push"})
        assert "push" not in {it["name"] for it in before}
    assert any("torn.json cannot be used: it is not JSON" in it.message for it in agent.log_messages)

    fired = await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks", "sample": "push"})
    assert [it["stdout"] for it in fired["outcome"]["runs"]] == ["git push\n"]


async def test_one_is_fired_as_the_editor_shows_it(agent: Editor, workspace: Workspace) -> None:
    file = workspace.write(".hookwright/samples/claude-code/PreToolUse/push.json", '{"tool_name": "Bash", "mine": 1}')
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "grep -o '.mine.:.'"))
    agent.open(file, '{"tool_name": "Bash", "mine": 2}')
    fired = await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks", "sample": "push"})
    assert [it["stdout"] for it in fired["outcome"]["runs"]] == ['"mine":2\n']


async def test_what_was_recorded_comes_first_is_fired_and_becomes_a_test(agent: Editor, workspace: Workspace) -> None:
    given = {"tool_name": "Bash", "tool_input": {"command": "git push"}, "cwd": str(workspace.project)}
    payload = NewPayload(time.time(), "claude-code", "", "PreToolUse", "Bash", str(workspace.project), "s", given)
    add_payload(journal_path(Host({}, str(workspace.home))), payload)
    guard = "grep -q 'git push' && { echo no pushing >&2; exit 2; }; true"
    uri = agent.open(workspace.hooks(CLAUDE_CODE, guard, matcher="Bash"))
    place = {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0"}

    first, *others = await agent.ask("hookwright/samples", place)
    assert (first["name"], first["description"]) == ("recorded-1", "Bash, just now: `git push`")
    assert [first["recorded"], *{it["recorded"] for it in others}] == [True, False]
    plan = await agent.ask("hookwright/plan", place)
    assert (plan["sample"], plan["sampleLabels"]) == ("recorded-1", {"recorded-1": "Bash, just now: `git push`"})

    fired = await agent.ask("hookwright/fire", place)
    made = await agent.ask("hookwright/createTest", {"dispatchId": fired["outcome"]["dispatchId"]})
    (result,) = await agent.ask("hookwright/runTests", {"uri": made["uri"]})
    assert (result["status"], result["outcome"]["reason"]) == ("passed", "no pushing")
    # The test does not need the recording.
    assert "recorded-1" not in (workspace.project / ".claude" / "hooks.hooktest.yaml").read_text()
