"""`hookwright/hooksChanged` over the wire: for clients with a user interface, once for a burst, whoever makes it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text

_EVENT = {"event": "PreToolUse", "payload": {"tool_name": "FileReader", "tool_input": {}}, "dialect": "ai-agents"}
_CLIENT = {"client": {"ui": True}}


@pytest.fixture(params=PROFILES)
async def viewer(newcomer: Editor, workspace: Workspace, request: pytest.FixtureRequest) -> Editor:
    """An editor that shows the tree of hooks: one that watches its folders' files, and one that does not."""
    await newcomer.begin(workspace, request.param, options=_CLIENT)
    return newcomer


@pytest.fixture
def told(newcomer: Editor) -> list[str]:
    """An entry for each time that the editor was told."""
    found: list[str] = []

    def keep(*_: Any) -> None:
        found.append("told")

    newcomer.feature("hookwright/hooksChanged")(keep)
    return found


async def test_a_burst_of_typing_is_told_once(viewer: Editor, workspace: Workspace, told: list[str]) -> None:
    file = workspace.hooks(AI_AGENTS, "true")
    await _hooks(viewer)
    uri = viewer.open(file)
    await _told(viewer, told)

    with viewer.in_one_write():
        for version in range(2, 40):
            viewer.replace(uri, version, hook_text(f"echo {version}"))
    await _told(viewer, told)
    assert [it["hook"]["command"] for it in await _hooks(viewer)] == ["echo 39"]

    assert told == []


async def test_who_types_on_is_told_all_the_same(viewer: Editor, workspace: Workspace, told: list[str]) -> None:
    file = workspace.hooks(AI_AGENTS, "true")
    await _hooks(viewer)
    uri = viewer.open(file)
    await _told(viewer, told)

    for version in range(2, 100_000):
        viewer.replace(uri, version, hook_text(f"echo {version}"))
        await viewer.ask("textDocument/documentSymbol", types.DocumentSymbolParams(types.TextDocumentIdentifier(uri)))
        if told:
            break

    assert told


async def test_a_script_that_comes_and_a_parked_hook_are_told(
    viewer: Editor, workspace: Workspace, told: list[str]
) -> None:
    workspace.hooks(AI_AGENTS, "./guard.sh")
    assert [it["scripts"] for it in await _hooks(viewer)] == [[]]

    script = workspace.write("guard.sh", "#!/bin/sh\n")
    await _told(viewer, told)
    assert [it["scripts"] for it in await _hooks(viewer)] == [[str(script)]]

    workspace.write(".hookwright/parked.json", "mine")
    await _told(viewer, told)


async def test_hook_files_on_the_disk_are_told(viewer: Editor, workspace: Workspace, told: list[str]) -> None:
    assert await _hooks(viewer) == []

    _write_as(viewer, workspace.hooks(AI_AGENTS, "true"))
    await _told(viewer, told)
    assert len(await _hooks(viewer)) == 1

    user = workspace.home / AI_AGENTS
    user.parent.mkdir(parents=True, exist_ok=True)
    user.write_text(hook_text("false"))
    await _told(viewer, told)
    assert [it["hook"]["command"] for it in await _hooks(viewer)] == ["false", "true"]


async def test_last_results_are_told(viewer: Editor, workspace: Workspace, told: list[str]) -> None:
    file = workspace.hooks(AI_AGENTS, "true")
    await _hooks(viewer)

    await viewer.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": "/hooks"})
    await _told(viewer, told)
    (fired,) = await _hooks(viewer)
    outcome = await viewer.ask("hookwright/dispatch", _EVENT)
    await viewer.until(lambda: told or None, "news of a dispatch")
    (dispatched,) = await _hooks(viewer)

    assert fired["last"]["words"].startswith("ok · ")
    assert dispatched["last"]["dispatchId"] == outcome["dispatchId"]


async def test_clients_without_a_user_interface_are_not_told(
    agent: Editor, workspace: Workspace, told: list[str]
) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "true"))
    await _hooks(agent)
    agent.replace(uri, 2, hook_text("false"))
    # Longer than the server rests before it tells others; on a busy machine the test can only see less, never fail.
    begin = time.monotonic()
    while time.monotonic() - begin < 0.5:
        await _hooks(agent)

    assert told == []


def _write_as(editor: Editor, file: Path) -> None:
    """What a client does about a file that has come where it watches."""
    if any(it.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES for it in editor.registered):
        change = types.FileEvent(file.as_uri(), types.FileChangeType.Created)
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))


async def _told(editor: Editor, told: list[str]) -> None:
    await editor.until(lambda: told or None, "news of the hooks")
    told.clear()


async def _hooks(editor: Editor) -> list[dict[str, Any]]:
    found: Any = await editor.ask("hookwright/hooks", {})
    return [it for dialect in found["dialects"] for event in dialect["events"] for it in event["hooks"]]


async def test_a_plugin_that_is_written_beside_another_is_told(
    viewer: Editor, workspace: Workspace, told: list[str]
) -> None:
    workspace.write("plugins/a/.claude-plugin/plugin.json", '{"name": "a", "hooks": "./more.json"}')
    workspace.hooks("plugins/a/more.json", "true")
    assert len(await _hooks(viewer)) == 1

    workspace.write("plugins/b/.claude-plugin/plugin.json", '{"name": "b"}')
    workspace.hooks("plugins/b/hooks/hooks.json", "echo b")
    await _told(viewer, told)
    assert [it["hook"]["command"] for it in await _hooks(viewer)] == ["true", "echo b"]

    workspace.hooks("plugins/a/more.json", "false")
    await _told(viewer, told)
    assert [it["hook"]["command"] for it in await _hooks(viewer)] == ["false", "echo b"]
