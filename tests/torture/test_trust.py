"""Trust is by project: that one folder is trusted lets no hook of another run, by whatever door."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace

_WRITE = {"event": "PreToolUse", "payload": {"tool_name": "Write"}}
_AT = {"pointer": "/hooks/PreToolUse/0/hooks/0"}


@dataclass(frozen=True)
class Other(Workspace):
    """A project that nobody trusts, and what shows that a hook ran."""

    @property
    def ran(self) -> Path:
        return self.project.parent / "ran"


@pytest.fixture
def other(tmp_path: Path, workspace: Workspace) -> Other:
    project = tmp_path / "project-of-a-stranger"
    project.mkdir()
    found = Other(project.resolve(), workspace.home)
    for path in (AI_AGENTS, CLAUDE_CODE):
        found.hooks(path, f"touch '{found.ran}'")
    test = {"event": "PreToolUse", "dialect": "claude-code", "hooks": [CLAUDE_CODE], "expect": {"fires": 1}}
    found.write("own.hooktest.yaml", json.dumps({"tests": [test]}))
    return found


async def refused(editor: Editor, method: str, params: Any) -> None:
    with pytest.raises(JsonRpcException, match=r"not in a trusted folder.*`initializationOptions\.trusted") as it:
        await editor.ask(method, params)
    assert (it.value.code, it.value.data) == (-32010, {"reason": "untrusted"})


async def test_no_door_leads_into_another_project(newcomer: Editor, workspace: Workspace, other: Other) -> None:
    await newcomer.begin(workspace, PROFILES[0])
    file = other.project / AI_AGENTS
    link, inside = workspace.project / "link", workspace.project / "settings.json"
    link.symlink_to(other.project)
    inside.symlink_to(file)
    project, sideways = {"projectDir": str(other.project)}, f"{workspace.project}/../{other.project.name}"
    sample = {"dialect": "ai-agents", "event": "PreToolUse", "name": "x", "payload": {}}
    at = {"uri": newcomer.open(file), **_AT}
    doors: list[tuple[str, Any]] = [
        ("hookwright/dispatch", {**_WRITE, **project}),
        ("hookwright/dispatch", {**_WRITE, **project, "configFiles": [str(workspace.project / AI_AGENTS)]}),
        ("hookwright/dispatch", {**_WRITE, "projectDir": str(link)}),
        ("hookwright/dispatch", {**_WRITE, "projectDir": sideways}),
        ("hookwright/dispatch", {**_WRITE, "configFiles": [str(file)]}),
        ("hookwright/dispatch", {**_WRITE, "configFiles": [f"{sideways}/{AI_AGENTS}"]}),
        ("hookwright/dispatch", {**_WRITE, "dialect": "ai-agents", "configFiles": [str(inside)]}),
        ("hookwright/dispatch", {**_WRITE, "projectDir": "/"}),
        ("hookwright/dispatch", {**_WRITE, "projectDir": str(workspace.home)}),
        ("hookwright/fire", at),
        ("hookwright/fire", {**at, "scratch": True}),
        ("hookwright/launch", at),
        ("hookwright/prove", {**at, "agentCommand": f"touch '{other.ran}'"}),
        ("workspace/executeCommand", types.ExecuteCommandParams("hookwright.fire", [at])),
        ("workspace/executeCommand", types.ExecuteCommandParams("hookwright.fireScratch", [at])),
        ("hookwright/runTests", {"uri": (other.project / "own.hooktest.yaml").as_uri()}),
        ("hookwright/saveSample", {**sample, **project}),
    ]  # fmt: skip

    for method, params in doors:
        await refused(newcomer, method, params)

    assert newcomer.questions == []
    assert not other.ran.exists()
    assert not (other.project / ".hookwright").exists()


async def test_nothing_is_changed_in_another_project(newcomer: Editor, workspace: Workspace, other: Other) -> None:
    await newcomer.begin(workspace, PROFILES[0])
    script, link = other.write("guard.sh", "true\r\n"), workspace.project / "link"
    own = Workspace(workspace.home, workspace.home).write(".claude/hooks/own.sh", "true\n")
    link.symlink_to(other.project)
    before = script.stat().st_mode
    doors: list[tuple[str, Any]] = [
        ("makeExecutable", {"uri": script.as_uri()}),
        ("makeExecutable", {"uri": (link / "guard.sh").as_uri()}),
        ("changeScript", {"uri": script.as_uri(), "lineFeeds": True}),
        ("changeScript", {"uri": (link / "new.sh").as_uri(), "create": "touch ran", "executable": True}),
        ("changeScript", {"uri": (workspace.home / ".bashrc").as_uri(), "create": "touch ran"}),
        ("newSample", {"uri": newcomer.open(other.project / AI_AGENTS), **_AT}),
    ]

    for name, params in doors:
        command = types.ExecuteCommandParams(f"hookwright.{name}", [params])
        await refused(newcomer, "workspace/executeCommand", command)

    assert script.read_bytes() == b"true\r\n"
    assert script.stat().st_mode == before
    assert not (other.project / "new.sh").exists()
    assert not (workspace.home / ".bashrc").exists()
    assert not (other.project / ".hookwright").exists()

    mine = types.ExecuteCommandParams("hookwright.makeExecutable", [{"uri": own.as_uri()}])
    await newcomer.ask("workspace/executeCommand", mine)
    assert own.stat().st_mode & 0o100


async def test_what_only_looks_says_so(newcomer: Editor, workspace: Workspace, other: Other) -> None:
    await newcomer.begin(workspace, PROFILES[0])

    told = await newcomer.ask("hookwright/explain", {**_WRITE, "projectDir": str(other.project)})

    assert (len(told["matched"]), told["skipped"]) == (1, [])
    assert "not trusted" in told["withheld"]
    assert not other.ran.exists()


async def test_a_folder_is_trusted_by_name(newcomer: Editor, workspace: Workspace, other: Other) -> None:
    await newcomer.begin(workspace, PROFILES[0], options={"trustedFolders": [str(other.project)]})

    await newcomer.ask("hookwright/dispatch", {**_WRITE, "projectDir": str(other.project)})

    assert other.ran.exists()


async def test_a_folder_is_not_trusted_by_name_alone(newcomer: Editor, workspace: Workspace, other: Other) -> None:
    await newcomer.begin(workspace, PROFILES[0], trusted=False, options={"trustedFolders": [str(other.project)]})

    with pytest.raises(JsonRpcException) as it:
        await newcomer.ask("hookwright/dispatch", {**_WRITE, "projectDir": str(other.project)})

    assert it.value.code == -32010
    assert not other.ran.exists()


async def test_a_folder_that_joins_the_workspace_is_trusted_with_it(
    newcomer: Editor, workspace: Workspace, other: Other
) -> None:
    await newcomer.begin(workspace, PROFILES[0])
    folder = types.WorkspaceFolder(other.project.as_uri(), "other")
    change = types.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    newcomer.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(change))

    await newcomer.ask("hookwright/dispatch", {**_WRITE, "projectDir": str(other.project)})

    assert other.ran.exists()


async def test_the_users_own_hooks_run_in_a_trusted_project(newcomer: Editor, workspace: Workspace) -> None:
    own = Workspace(workspace.home, workspace.home).hooks(CLAUDE_CODE, "touch ran")
    await newcomer.begin(workspace, PROFILES[0])

    await newcomer.ask("hookwright/dispatch", {**_WRITE, "dialect": "claude-code"})
    assert (workspace.project / "ran").exists()

    await newcomer.ask("hookwright/fire", {"uri": own.as_uri(), **_AT})
    assert (workspace.home / "ran").exists()
