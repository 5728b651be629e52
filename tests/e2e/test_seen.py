"""`hookwright/seen` over the wire, and what agents recorded in lenses and in the tree of hooks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import REFRESHES, Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace, hook_text
from tests.shapes import fits
from tests.unit.sessions.homes import Home, failed

from hookwright.lsp.features.seen import SeenReportJson

_WORDS = "failed in 2 of 2 recorded runs: /bin/sh: 1: jq: not found"


def _recorded(workspace: Workspace, *commands: str, name: str = "one") -> None:
    lines = [failed(number, it, str(workspace.project)) for number, it in enumerate(commands)]
    home = Home(workspace.home, workspace.project)
    home.write("claude-code", [{**it, "uuid": f"{name}-{it['uuid']}"} for it in lines], name)


async def _lenses(editor: Editor, uri: str) -> list[str]:
    """The titles of the lenses about what was recorded, once there are some."""
    for _ in range(200):
        commands = [it.command for it in await editor.lenses(uri) if it.command is not None]
        found = [it.title for it in commands if it.command == "hookwright.seen"]
        if found:
            assert all(it.arguments is None for it in commands if it.command == "hookwright.seen")
            return found
        await asyncio.sleep(0.05)
    return []


async def _recorded_of(editor: Editor) -> list[Any]:
    tree = await editor.ask("hookwright/hooks", {})
    return [hook["recorded"] for it in tree["dialects"] for event in it["events"] for hook in event["hooks"]]


async def test_a_request_tells_what_agents_recorded(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "guard.sh", "true")
    _recorded(workspace, "guard.sh", "guard.sh")

    told = await agent.ask("hookwright/seen", {})

    assert fits(SeenReportJson, told)
    (claude,) = told["data"]["agents"]
    assert [(it["command"], it["failed"], it["place"]["line"], it["place"]["source"]) for it in claude["hooks"]] == [
        ("guard.sh", 2, 7, str(file)),
        ("true", 0, 11, str(file)),
    ]
    assert "failed in 2 of 2 recorded runs since" in told["markdown"]
    none = await agent.ask("hookwright/seen", {"agent": "codex", "since": "1d"})
    assert [(it["dialect"], it["hooks"]) for it in none["data"]["agents"]] == [("codex", [])]


async def test_a_lens_and_the_tree_say_how_often_a_hook_failed(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES)
    _recorded(workspace, "guard.sh", "guard.sh")
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, "guard.sh", "true"))

    assert await _lenses(newcomer, uri) == [f"✗ {_WORDS}"]
    assert "workspace/codeLens/refresh" in newcomer.refreshed
    recorded, nothing = await _recorded_of(newcomer)
    assert recorded == {"runs": 2, "failed": 2, "timedOut": 0, "refused": 0, "words": _WORDS}
    assert nothing is None


async def test_what_is_new_is_read_when_the_file_is_saved(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES)
    _recorded(workspace, "guard.sh", "guard.sh")
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, "guard.sh"))
    assert await _lenses(newcomer, uri) == [f"✗ {_WORDS}"]

    _recorded(workspace, "guard.sh", name="two")
    newcomer.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    for _ in range(200):
        found = await _lenses(newcomer, uri)
        if found != [f"✗ {_WORDS}"]:
            break
        await asyncio.sleep(0.05)
    assert found == [f"✗ {_WORDS.replace('2 of 2', '3 of 3')}"]


async def test_a_hook_that_is_edited_loses_its_lens(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES)
    _recorded(workspace, "guard.sh", "guard.sh")
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, "guard.sh"))
    assert await _lenses(newcomer, uri)

    newcomer.replace(uri, 2, hook_text("guard.sh --now"))

    titles = [it.command.title for it in await newcomer.lenses(uri) if it.command is not None]
    assert not [it for it in titles if "recorded" in it]


async def test_the_lens_can_be_switched_off(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES, options={"codeLens": {"problems": False}})
    _recorded(workspace, "guard.sh")
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, "guard.sh"))
    await newcomer.ask("hookwright/seen", {})

    titles = [it.command.title for it in await newcomer.lenses(uri) if it.command is not None]
    assert titles
    assert not [it for it in titles if "recorded" in it]
    assert (await _recorded_of(newcomer))[0]["runs"] == 1


async def test_nothing_is_read_in_an_untrusted_workspace(stranger: Editor, workspace: Workspace) -> None:
    _recorded(workspace, "guard.sh")
    uri = stranger.open(workspace.hooks(CLAUDE_CODE, "guard.sh"))

    with pytest.raises(JsonRpcException) as refused:
        await stranger.ask("hookwright/seen", {})
    assert refused.value.code == -32010
    await stranger.lenses(uri)
    assert await _recorded_of(stranger) == [None]
    await asyncio.sleep(0.3)
    assert await _recorded_of(stranger) == [None]
    assert not list(workspace.home.rglob("sessions.sqlite3"))


async def test_another_folder_has_to_be_trusted_itself(agent: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="trusted"):
        await agent.ask("hookwright/seen", {"projectDir": str(workspace.home)})


async def test_the_command_shows_a_page(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "guard.sh")
    _recorded(workspace, "guard.sh")

    told = await agent.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.seen", [{}]))

    assert told["markdown"].startswith("# What hooks did\n")
