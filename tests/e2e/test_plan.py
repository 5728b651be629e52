"""`hookwright/plan` over the wire: what would be fired is told, and nothing is run; firing tells how it came about."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import EVERY_LENS, Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, hook_text

EVENT, STOP = "/hooks/PreToolUse", "/hooks/Stop"
NUMBER = "0123456789abcdef" * 2


async def test_the_plan_is_told_and_nothing_is_run(stranger: Editor, workspace: Workspace) -> None:
    uri = stranger.open(workspace.hooks(CLAUDE_CODE, "touch ran", "touch ./ran", matcher="Edit|Write"))

    plan = await stranger.ask("hookwright/plan", {"uri": uri, "pointer": EVENT})

    assert (plan["uri"], plan["pointer"], plan["event"], plan["order"]) == (uri, EVENT, "PreToolUse", "parallel")
    assert (plan["dialect"], plan["dialectTitle"]) == ("claude-code", "Claude Code")
    assert plan["sample"] in plan["samples"]
    assert plan["payload"]["tool_name"] == plan["sample"]
    assert plan["notes"] == []
    assert [it["wouldRun"] for it in plan["steps"]] == [True, True]
    assert [(it["hook"]["pointer"], it["matcher"], it["lane"]) for it in plan["steps"]] == [
        (f"{EVENT}/0/hooks/0", "Edit|Write", 0),
        (f"{EVENT}/0/hooks/1", "Edit|Write", 1),
    ]
    assert not (workspace.project / "ran").exists()
    assert stranger.questions == []


async def test_the_plan_is_of_what_the_editor_shows_at_a_position(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "echo disk"), hook_text("echo editor", matcher="FileReader"))
    payload = {"tool_name": "FileWriter", "tool_input": {}}

    at = {"uri": uri, "position": {"line": 6}, "payload": payload}
    plan = await agent.ask("hookwright/plan", at)

    (step,) = plan["steps"]
    assert step["hook"]["command"] == "echo editor"
    assert plan["pointer"] == step["hook"]["pointer"]
    assert plan["sample"] is None
    assert {key: plan["payload"][key] for key in payload} == payload
    assert "would not run this hook" in plan["notes"][0]
    assert step["because"] == ["`FileWriter` is not `FileReader`"]
    assert step["wouldRun"] is False


async def test_steps_that_wait_for_each_other_share_a_lane(agent: Editor, workspace: Workspace) -> None:
    a, b, c, prompt = *({"type": "command", "command": it} for it in "abc"), {"type": "prompt", "prompt": "d"}
    groups = [{"hooks": [a, b]}, {"hooks": [c, prompt]}]
    grouped = workspace.write("hooks/hooks.json", json.dumps({"hooks": {"Stop": groups}}))
    serial = workspace.hooks(".clawdcode/settings.json", "a", "b", "c", event="Stop", matcher=None)

    plans = [await agent.ask("hookwright/plan", {"uri": it.as_uri(), "pointer": STOP}) for it in (grouped, serial)]

    assert [[it["lane"] for it in plan["steps"]] for plan in plans] == [[0, 0, 1, 1], [0, 0, 0]]
    assert [it["skippedBecause"] for it in plans[0]["steps"][:3]] == [None] * 3
    assert "there is no model" in plans[0]["steps"][3]["skippedBecause"]


async def test_the_fire_tells_the_plan_and_how_it_came_about(agent: Editor, workspace: Workspace) -> None:
    ask = """echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask"}}'"""
    uri = agent.open(workspace.hooks(CLAUDE_CODE, ask, "echo no >&2; exit 2"))
    at = {"uri": uri, "pointer": EVENT, "payload": {"session_id": "s", "tool_name": "Bash", "tool_input": {}}}
    plan = await agent.ask("hookwright/plan", at)

    result = await agent.ask("hookwright/fire", at)

    assert result["plan"] == plan
    runs = result["outcome"]["runs"]
    assert [(it["hook"], it["effect"], it["decides"]) for it in result["fold"]] == [
        (runs[0]["hook"]["id"], "overruled by hook 2: deny beats ask", False),
        (runs[1]["hook"]["id"], "decides: deny beats ask", True),
        (None, "outcome: deny, blocked", False),
    ]
    assert result["verdict"] == "deny"
    assert result["summary"].startswith("deny · ")
    assert result["inputDiff"] is None


async def test_a_change_of_the_input_is_told_as_a_difference(agent: Editor, workspace: Workspace) -> None:
    said = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"command": "true"}}
    file = workspace.hooks(CLAUDE_CODE, f"echo '{json.dumps({'hookSpecificOutput': said})}'", matcher="Bash")

    result = await agent.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": EVENT})

    assert '+  "command": "true"' in result["inputDiff"]


async def test_the_lens_answers_what_the_request_does(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0], options=EVERY_LENS)
    uri = newcomer.open(workspace.hooks(AI_AGENTS, "exit 0"))
    fire, copy = [
        it for it in await newcomer.lenses(uri) if it.command and it.command.command.startswith("hookwright.fi")
    ][:2]

    members = [set(await newcomer.run(it)) for it in (fire, copy)]

    assert members == [set(await newcomer.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"}))] * 2


async def test_the_client_numbers_the_dispatch(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual-studio-code", options={"client": {"runs": True}})
    told: list[Any] = []

    def keep(_: Editor, params: Any) -> None:
        told.append(params)

    newcomer.feature("hookwright/run")(keep)
    at = {"uri": newcomer.open(workspace.hooks(AI_AGENTS, "echo one")), "pointer": EVENT, "dispatchId": NUMBER}

    for scratch in (False, True):
        told.clear()
        result = await newcomer.ask("hookwright/fire", {**at, "scratch": scratch})
        assert result["outcome"]["dispatchId"] == NUMBER
        assert {it.dispatchId for it in told} == {NUMBER}
    recorded = await newcomer.ask("hookwright/history", {"dispatchId": NUMBER})
    assert len(recorded) == 2


@pytest.mark.parametrize("number", ["", "xyz", NUMBER.upper(), NUMBER[1:], NUMBER + "0", NUMBER + "\n", 12])
async def test_what_is_no_number_is_refused(agent: Editor, workspace: Workspace, number: Any) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "touch ran"))

    for method in ("plan", "fire"):
        with pytest.raises(JsonRpcException, match="dispatchId") as refused:
            await agent.ask(f"hookwright/{method}", {"uri": uri, "pointer": EVENT, "dispatchId": number})
        assert refused.value.code == types.ErrorCodes.InvalidParams
    assert not (workspace.project / "ran").exists()
