"""`hookwright/addGuards` over the wire: an empty project gets a guard, and its tests pass."""

from __future__ import annotations

import pytest
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace


async def test_a_project_gets_the_first_guard_and_its_test(agent: Editor, workspace: Workspace) -> None:
    there = {"projectDir": str(workspace.project), "dialect": "claude-code"}
    added = await agent.ask("hookwright/addGuards", there)

    settings = workspace.project / ".claude" / "settings.json"
    guard = workspace.project / ".claude" / "hooks" / "guard.py"
    assert added["uri"] == settings.as_uri()
    assert f"wrote {guard.as_posix()}" in added["done"]
    assert guard.stat().st_mode & 0o111 == 0o111
    (tests,) = await agent.ask("hookwright/tests", {})
    assert [it["name"] for it in tests["tests"]][:1] == ["deletion refuses: rm -rf ~"]
    results = await agent.ask("hookwright/runTests", {"uri": tests["uri"]})
    assert {it["status"] for it in results} == {"passed"}
    assert (await agent.ask("hookwright/addGuards", there))["done"] == []


async def test_what_cannot_be_added_is_said_and_nothing_is_written(agent: Editor, workspace: Workspace) -> None:
    there = {"projectDir": str(workspace.project), "dialect": "claude-code"}
    with pytest.raises(JsonRpcException, match="did you mean `deletion`"):
        await agent.ask("hookwright/addGuards", {**there, "names": ["deletions"]})
    with pytest.raises(JsonRpcException, match="Each hook of Cline is a script of its own"):
        await agent.ask("hookwright/addGuards", {**there, "dialect": "cline"})
    assert list(workspace.project.iterdir()) == []


async def test_a_stranger_gets_no_guard(stranger: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="trust"):
        await stranger.ask("hookwright/addGuards", {"projectDir": str(workspace.project), "dialect": "claude-code"})
