"""`textDocument/inlayHint` over the wire: hints in a range, each of which can be switched off, and last runs."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import BARE, REFRESHES, Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, hook_text

_ALL = types.Range(types.Position(0, 0), types.Position(99, 0))


async def hints(editor: Editor, uri: str, extent: types.Range = _ALL) -> list[tuple[int, int, str]]:
    params = types.InlayHintParams(types.TextDocumentIdentifier(uri), extent)
    found = await editor.ask("textDocument/inlayHint", params)
    return [(it.position.line, it.position.character, str(it.label)) for it in found or ()]


async def test_hints_stand_behind_matchers_and_commands(editor: Editor, workspace: Workspace) -> None:
    text = hook_text("echo WORD", matcher="Notebook.*").replace("WORD", "é😀")
    uri = editor.open(workspace.write(CLAUDE_CODE, text))

    assert await hints(editor, uri) == [(4, 31, "matches NotebookEdit, NotebookRead"), (8, 33, "time-out 10 min")]


async def test_only_those_in_the_range(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "true", matcher="Notebook.*"))

    found = await hints(agent, uri, types.Range(types.Position(0, 0), types.Position(5, 0)))

    assert [it[2] for it in found] == ["matches NotebookEdit, NotebookRead"]


async def test_each_can_be_switched_off(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES, options={"inlayHints": {"timeout": False}})
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, "true", matcher="Notebook.*"))
    before = await hints(newcomer, uri)

    settings = {"hookwright": {"inlayHints": {"matches": False}}}
    newcomer.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))

    assert [it[2] for it in before] == ["matches NotebookEdit, NotebookRead"]
    assert [it[2] for it in await hints(newcomer, uri)] == ["time-out 10 min"]
    assert "workspace/inlayHint/refresh" in newcomer.refreshed


@pytest.mark.parametrize("profile", PROFILES)
async def test_the_last_run_is_shown_and_the_client_told_to_ask_again(
    newcomer: Editor, workspace: Workspace, profile: str
) -> None:
    await newcomer.begin(workspace, profile + REFRESHES, options={"inlayHints": {"lastRun": True}})
    uri = newcomer.open(workspace.hooks(AI_AGENTS, "exit 2"))
    before = await hints(newcomer, uri)

    argument: dict[str, Any] = {"uri": uri, "pointer": "/hooks/PreToolUse/0"}
    await newcomer.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.fire", [argument]))
    await newcomer.until(lambda: "workspace/inlayHint/refresh" in newcomer.refreshed, "a refresh")
    after = await hints(newcomer, uri)

    assert [it[2] for it in before] == ["time-out 60 s"]
    assert [it[2].partition(" · ")[0] for it in after] == ["time-out 60 s", "deny"]


async def test_the_last_run_has_one_place(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES)
    uri = newcomer.open(workspace.hooks(AI_AGENTS, "exit 2"))

    await newcomer.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse/0"})

    assert [it[2] for it in await hints(newcomer, uri)] == ["time-out 60 s"]
    assert any("deny · " in (it.command.title if it.command else "") for it in await newcomer.lenses(uri))


async def test_a_client_without_lenses_has_it_between_the_words(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE, options={"client": {"ui": True}})
    uri = newcomer.open(workspace.hooks(AI_AGENTS, "exit 2"))

    await newcomer.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse/0"})

    assert [it[2].partition(" · ")[0] for it in await hints(newcomer, uri)] == ["time-out 60 s", "deny"]


async def test_other_files_have_none(agent: Editor, workspace: Workspace) -> None:
    assert await hints(agent, agent.open(workspace.write("package.json", "{}"))) == []
