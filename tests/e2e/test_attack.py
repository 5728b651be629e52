"""`hookwright/attack` over the wire: the holes of a guard, its hook tests, and nothing for strangers."""

from __future__ import annotations

import json

import pytest
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace

_GUARD = "grep -q 'rm -rf' && { echo 'no rm -rf' >&2; exit 2; }; exit 0"


def _uri(workspace: Workspace) -> str:
    file = workspace.project / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    hooks = {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": _GUARD}]}]}
    file.write_text(json.dumps({"hooks": hooks}))
    return file.as_uri()


async def test_holes_become_hook_tests(agent: Editor, workspace: Workspace) -> None:
    asked = {"uri": _uri(workspace), "dangers": ["deletion"], "count": 12, "writeTests": True}
    found = await agent.ask("hookwright/attack", asked)
    assert found["counts"]["stopped"] > 0
    assert found["holes"]
    assert not found["holds"]
    (tests,) = await agent.ask("hookwright/tests", {})
    assert found["tests"] == [tests["uri"]]
    assert len(tests["tests"]) == len(found["holes"]) + len(found["falseAlarms"])


async def test_a_stranger_attacks_nothing(stranger: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="trust"):
        await stranger.ask("hookwright/attack", {"uri": _uri(workspace), "dangers": ["deletion"]})
