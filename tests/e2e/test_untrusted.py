"""An untrusted workspace over the wire: nothing runs, by whatever door, and everything that only looks works."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, DIALECTS, Workspace, hook_text

_UNTRUSTED = -32010
_WRITE = {"event": "PreToolUse", "payload": {"tool_name": "Write"}}


async def test_no_door_leads_to_running_a_hook(stranger: Editor, workspace: Workspace) -> None:
    marker = workspace.project / "ran"
    for dialect, path in DIALECTS.items():
        file = workspace.hooks(path, f"touch '{marker}'")
        at = {"uri": stranger.open(file), "pointer": "/hooks/PreToolUse/0/hooks/0"}
        doors: dict[str, Any] = {
            "hookwright/dispatch": {**_WRITE, "dialect": dialect, "configFiles": [str(file)]},
            "hookwright/fire": at,
            "hookwright/prove": {**at, "agentCommand": f"touch '{marker}'"},
            "workspace/executeCommand": types.ExecuteCommandParams("hookwright.fire", [at]),
        }
        for method, params in doors.items():
            with pytest.raises(JsonRpcException, match="not trusted") as refused:
                await stranger.ask(method, params)
            assert refused.value.code == _UNTRUSTED
            assert refused.value.data == {"reason": "untrusted"}

    assert not marker.exists()
    assert stranger.progress_reports == {}


async def test_trust_is_given_by_true_alone(newcomer: Editor, workspace: Workspace) -> None:
    marker = workspace.project / "ran"
    workspace.hooks(AI_AGENTS, f"touch '{marker}'")
    await newcomer.begin(workspace, "neovim", options={"trusted": "yes"})

    with pytest.raises(JsonRpcException) as refused:
        await newcomer.ask("hookwright/dispatch", _WRITE)

    assert refused.value.code == _UNTRUSTED
    assert not marker.exists()


async def test_what_only_looks_works(stranger: Editor, workspace: Workspace) -> None:
    marker = workspace.project / "ran"
    uri = stranger.open(workspace.hooks(CLAUDE_CODE, f"touch '{marker}'"))

    told = await stranger.ask("hookwright/explain", _WRITE)
    hover = await stranger.hover(uri, types.Position(2, 7))
    samples = await stranger.ask("hookwright/samples", {"uri": uri, "pointer": "/hooks/PreToolUse"})
    explain = types.ExecuteCommandParams("hookwright.explain", [{"uri": uri, "pointer": "/hooks/PreToolUse/0"}])
    explained = await stranger.ask("workspace/executeCommand", explain)
    stranger.replace(uri, 2, hook_text("true", event="PreTolUse"))

    # What the agent would run, which asks nobody here for trust.
    assert [it["hook"]["command"] for it in told["matched"]] == [f"touch '{marker}'"]
    assert told["skipped"] == []
    assert "not trusted" in told["withheld"]
    assert hover is not None
    assert samples
    assert len(explained["matched"]) == 1
    assert "not trusted" in explained["withheld"]
    assert codes(await stranger.problems(uri, 2)) == ["HW201"]
    assert not marker.exists()
