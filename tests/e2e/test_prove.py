"""`hookwright/prove` over the wire: the agent beside the engine, and nothing for strangers."""

from __future__ import annotations

import shutil
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException
from tests.cage import needs_cage
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace
from tests.unit.proving.proofs import STAND_IN, project_with

_REFUSES = "echo not-on-my-watch >&2; exit 2"


def _asked(workspace: Workspace, agent: str = STAND_IN) -> dict[str, Any]:
    shutil.rmtree(workspace.project / ".claude", ignore_errors=True)
    uri = project_with(workspace.project, PreToolUse=_REFUSES).as_uri()
    return {"uri": uri, "pointer": "/hooks/PreToolUse/0", "sample": "Bash", "agentCommand": agent}


async def test_both_sides_are_answered(agent: Editor, workspace: Workspace) -> None:
    needs_cage()
    found = await agent.ask("hookwright/prove", _asked(workspace))

    assert found["agrees"], found
    assert found["sample"] == "Bash"
    assert found["agentSide"]["words"] == found["engineSide"]["words"] == "the call was not made"
    assert found["agentSide"]["fired"] == [_REFUSES]
    assert found["issue"] is None


async def test_a_difference_comes_with_a_text_to_send(agent: Editor, workspace: Workspace) -> None:
    needs_cage()
    found = await agent.ask("hookwright/prove", _asked(workspace, f"{STAND_IN} --deaf"))

    assert not found["agrees"]
    assert found["differences"][0]["what"] == "effect"
    assert "does not do what hookwright" in found["issue"]


async def test_a_stranger_proves_nothing(stranger: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="trust"):
        await stranger.ask("hookwright/prove", _asked(workspace))


async def test_a_file_with_changes_that_are_not_saved_is_not_proved(agent: Editor, workspace: Workspace) -> None:
    asked = _asked(workspace)
    agent.open(workspace.project / ".claude" / "settings.json", "{}")

    with pytest.raises(JsonRpcException, match="has changes that are not saved"):
        await agent.ask("hookwright/prove", asked)
