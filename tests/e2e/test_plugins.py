"""Plugins over the wire: their hooks run in the workspace, and are found before anybody opens them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace

WHERE = 'pwd; echo "$CLAUDE_PROJECT_DIR"; echo "$CLAUDE_PLUGIN_ROOT"'
MANIFEST = ".claude-plugin/plugin.json"


def _plugin(workspace: Workspace, folder: str, **manifest: Any) -> Path:
    return workspace.write(f"{folder}/{MANIFEST}", json.dumps({"name": "demo", **manifest}, indent=2))


def _codes(agent: Editor, uri: str) -> list[str] | None:
    return agent.codes(uri) if uri in agent.diagnostics else None


async def _where(agent: Editor, file: Path, **place: Any) -> list[str]:
    params = {"uri": file.as_uri(), "pointer": "/hooks", **place}
    result = await agent.ask("hookwright/fire", params)
    (run,) = result["outcome"]["runs"]
    found: list[str] = run["stdout"].splitlines()
    return found


async def test_a_plugins_hooks_run_in_the_workspace(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, "plugins/demo")
    file = workspace.hooks("plugins/demo/hooks/hooks.json", WHERE)

    project, plugin = str(workspace.project), str(workspace.project / "plugins/demo")
    assert await _where(agent, file) == [project, project, plugin]
    planned = await agent.ask("hookwright/plan", {"uri": file.as_uri(), "pointer": "/hooks"})
    assert planned["payload"]["cwd"] == project


async def test_so_do_those_of_a_plugin_that_is_the_workspace(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, ".")
    file = workspace.hooks("hooks/hooks.json", WHERE)

    assert await _where(agent, file) == [str(workspace.project)] * 3


async def test_a_plugin_without_a_manifest_is_told_by_what_its_hooks_use(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks("plugins/demo/hooks/hooks.json", WHERE)

    project, plugin = str(workspace.project), str(workspace.project / "plugins/demo")
    assert await _where(agent, file) == [project, project, plugin]


async def test_an_open_plugins_hooks_run_in_the_workspace(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks("plugins/demo/hooks/hooks.json", 'pwd; echo "$PLUGIN_ROOT"', matcher=None)

    assert await _where(agent, file) == [str(workspace.project), str(workspace.project / "plugins/demo")]


async def test_samples_of_the_workspace_are_those_of_its_plugins(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, "plugins/demo")
    file = workspace.hooks("plugins/demo/hooks/hooks.json", "cat")

    made = await agent.ask(
        "workspace/executeCommand",
        types.ExecuteCommandParams("hookwright.newSample", [{"uri": file.as_uri(), "pointer": "/hooks"}]),
    )

    assert made["uri"].startswith((workspace.project / ".hookwright").as_uri())
    names = [it["name"] for it in await agent.ask("hookwright/samples", {"uri": file.as_uri(), "pointer": "/hooks"})]
    assert Path(made["uri"]).stem in names


async def test_hooks_inside_a_manifest_run_in_the_workspace(agent: Editor, workspace: Workspace) -> None:
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": WHERE}]}
    file = _plugin(workspace, "plugins/demo", hooks=["./more.json", {"PreToolUse": [group]}])

    project, plugin = str(workspace.project), str(workspace.project / "plugins/demo")
    place = "/hooks/1/PreToolUse/0/hooks/0"
    assert await _where(agent, file, pointer=place) == [project, project, plugin]
    uri = agent.open(file)
    shown = [it.command.arguments for it in await agent.lenses(uri) if it.command]
    assert place in str(shown)


async def test_so_do_those_of_a_file_that_a_manifest_names(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, "plugins/demo", hooks="./config/more.json")
    file = workspace.hooks("plugins/demo/config/more.json", WHERE)

    project, plugin = str(workspace.project), str(workspace.project / "plugins/demo")
    assert await _where(agent, file) == [project, project, plugin]


async def test_typing_into_a_manifest(agent: Editor, workspace: Workspace) -> None:
    file = _plugin(workspace, "plugins/demo", hooks={"Stop": [{"hooks": [{"type": "command", "command": "make"}]}]})
    uri = agent.open(file)

    agent.replace(uri, 2, file.read_text().replace('"Stop"', '"Stopp"'))
    await agent.until(lambda: _codes(agent, uri) == ["HW201"], "a finding on the event")
    agent.replace(uri, 3, json.dumps({"name": "demo", "hooks": "./more.json"}))
    await agent.until(lambda: _codes(agent, uri) == ["HW704"], "a finding on the path")


def _shown(tree: Any) -> dict[str, list[tuple[str, str]]]:
    """The events and scopes of the hooks by the title of their part of the tree."""
    return {
        part["title"]: [(event["name"], hook["hook"]["scope"]) for event in part["events"] for hook in event["hooks"]]
        for part in tree["dialects"]
    }


async def test_the_plugins_of_a_marketplace_are_found(agent: Editor, workspace: Workspace) -> None:
    listed = [{"name": "a", "source": "./plugins/a"}, {"name": "b", "source": {"source": "github", "repo": "x/y"}}]
    workspace.write(".claude-plugin/marketplace.json", json.dumps({"name": "market", "plugins": listed}))
    workspace.hooks("plugins/a/hooks/hooks.json", "echo a", event="Stop")
    _plugin(workspace, "others/b", hooks=["./more.json"])
    workspace.hooks("others/b/more.json", "echo b", event="SessionEnd")
    workspace.hooks(".claude/settings.json", "echo project", event="PreToolUse")
    _plugin(workspace, "node_modules/c", hooks={"Stop": []})
    _plugin(workspace, "others/none", commands=["./commands"])

    assert _shown(await agent.ask("hookwright/hooks", {})) == {
        "Claude Code": [("PreToolUse", "project")],
        "a (Claude Code plugin)": [("Stop", "plugin")],
        "demo (Claude Code plugin)": [("SessionEnd", "plugin")],
    }


async def test_a_workspace_that_is_a_plugin(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, ".")
    workspace.hooks("hooks/hooks.json", "echo a", event="Stop")
    assert list(_shown(await agent.ask("hookwright/hooks", {}))) == ["demo (Claude Code plugin)"]


async def test_a_workspace_that_is_a_plugin_by_what_its_hooks_use(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks("hooks/hooks.json", '"${CLAUDE_PLUGIN_ROOT}"/scripts/a.sh', event="Stop")
    assert _shown(await agent.ask("hookwright/hooks", {})) == {"project (Claude Code plugin)": [("Stop", "plugin")]}


async def test_opening_a_file_of_a_plugin_shows_it_once(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, "plugins/demo")
    agent.open(workspace.hooks("plugins/demo/hooks/hooks.json", "echo a", event="Stop"))
    assert _shown(await agent.ask("hookwright/hooks", {})) == {"demo (Claude Code plugin)": [("Stop", "plugin")]}


async def test_a_plugin_that_is_written_later_is_noticed(agent: Editor, workspace: Workspace) -> None:
    _plugin(workspace, "plugins/demo")
    workspace.hooks("plugins/demo/hooks/hooks.json", "echo a", event="Stop")
    assert len(_shown(await agent.ask("hookwright/hooks", {}))) == 1
    workspace.write("plugins/new/.claude-plugin/plugin.json", json.dumps({"name": "new", "hooks": "./more.json"}))
    workspace.hooks("plugins/new/more.json", "echo b", event="SessionEnd")
    file = workspace.project / "plugins/new/.claude-plugin/plugin.json"
    created = types.FileEvent(file.as_uri(), types.FileChangeType.Created)
    agent.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([created]))

    found = _shown(await agent.ask("hookwright/hooks", {}))
    assert found["new (Claude Code plugin)"] == [("SessionEnd", "plugin")]


async def test_no_agent_runs_the_hooks_of_a_plugin_that_is_only_written_here(
    agent: Editor, workspace: Workspace
) -> None:
    workspace.hooks(".claude/settings.json", "echo project")
    _plugin(workspace, "plugins/demo")
    workspace.hooks("plugins/demo/hooks/hooks.json", "echo plugin")

    payload = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
    params = {"event": "PreToolUse", "dialect": "claude-code", "payload": payload}
    result = await agent.ask("hookwright/dispatch", params)
    assert [it["stdout"] for it in result["runs"]] == ["project\n"]
