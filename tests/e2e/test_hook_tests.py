"""Hook tests over the wire: they are listed without running anything, and run with the user's consent."""

from __future__ import annotations

import os.path

import pytest
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

TESTS = """\
tests:
  - name: runs
    event: PreToolUse
    expect: {fires: 1, stdout: "here"}
  - name: fails
    event: PreToolUse
    expect: {decision: deny}
  - evnt: PreToolUse
"""


def write(workspace: Workspace) -> str:
    workspace.hooks(CLAUDE_CODE, "echo here; touch ran")
    return workspace.write("tests/a.hooktest.yaml", TESTS).as_uri()


async def test_listing(editor: Editor, workspace: Workspace) -> None:
    uri = write(workspace)

    (file,) = await editor.ask("hookwright/tests", {})

    assert file["uri"] == uri
    assert [(it["name"], it["line"]) for it in file["tests"]] == [("runs", 1), ("fails", 4)]
    assert [it["line"] for it in file["problems"]] == [7]
    assert not (workspace.project / "ran").exists()


async def test_a_tag_in_one_file_hides_no_other(editor: Editor, workspace: Workspace) -> None:
    uri = write(workspace)
    tagged = workspace.write("tests/b.hooktest.yaml", "# its places are not known\ntests: !x [{event: PreToolUse}]\n")

    good, bad = await editor.ask("hookwright/tests", {})

    assert (good["uri"], len(good["tests"])) == (uri, 2)
    assert (bad["uri"], bad["tests"]) == (tagged.as_uri(), [])
    assert [(it["line"], "`!x`" in it["message"]) for it in bad["problems"]] == [(1, True)]


async def test_a_folder_may_be_named_from_where_the_server_is(editor: Editor, workspace: Workspace) -> None:
    uri = write(workspace)

    (file,) = await editor.ask("hookwright/tests", {"projectDir": os.path.relpath(workspace.project)})

    assert file["uri"] == uri


async def test_running_asks_once_and_tells_every_result(agent: Editor, workspace: Workspace) -> None:
    uri = write(workspace)

    passed, failed = await agent.ask("hookwright/runTests", {"uri": uri})

    assert (passed["status"], failed["status"]) == ("passed", "failed")
    assert [(it["key"], it["line"]) for it in failed["mismatches"]] == [("decision", 6)]
    assert len(agent.questions) == 1


async def test_one_test_by_its_line(agent: Editor, workspace: Workspace) -> None:
    (only,) = await agent.ask("hookwright/runTests", {"uri": write(workspace), "lines": [4]})

    assert only["name"] == "fails"


async def test_nothing_runs_without_trust_or_consent(stranger: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="not trusted"):
        await stranger.ask("hookwright/runTests", {"uri": write(workspace)})

    assert not (workspace.project / "ran").exists()


async def test_a_dry_run_runs_nothing_and_asks_nobody(stranger: Editor, workspace: Workspace) -> None:
    first, second = await stranger.ask("hookwright/runTests", {"uri": write(workspace), "dry": True})

    assert [(it["status"], it["mismatches"], it["outcome"]) for it in (first, second)] == [("planned", [], None)] * 2
    assert [it["hook"]["command"] for it in first["plan"]["steps"]] == ["echo here; touch ran"]
    assert stranger.questions == []
    assert not (workspace.project / "ran").exists()


async def test_a_dry_run_tells_what_cannot_come_true(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "true")
    uri = workspace.write("a.hooktest.yaml", "tests: [{event: PreToolUse, expect: {fires: 2}}]").as_uri()

    (dry,) = await agent.ask("hookwright/runTests", {"uri": uri, "dry": True, "lines": [0]})
    (real,) = await agent.ask("hookwright/runTests", {"uri": uri})

    assert (dry["status"], real["status"]) == ("planned", "failed")
    assert dry["mismatches"] == real["mismatches"]
    assert dry["plan"]["steps"] == real["plan"]["steps"]


async def test_no_is_no(agent: Editor, workspace: Workspace) -> None:
    agent.agrees = False

    with pytest.raises(JsonRpcException, match="did not agree"):
        await agent.ask("hookwright/runTests", {"uri": write(workspace)})

    assert not (workspace.project / "ran").exists()
