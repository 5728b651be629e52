"""`textDocument/codeLens` over the wire: lenses whose commands the server has promised, with all they need."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import EVERY_LENS, REFRESHES, Editor
from tests.e2e.workspace import DIALECTS, Workspace

_AT_HOOK = types.Range(types.Position(7, 9), types.Position(7, 9))
_USUAL = [
    (3, "▶ Fire all (2)", "hookwright.fire", "/hooks/PreToolUse/0"),
    (6, "▶ Fire", "hookwright.fire", "/hooks/PreToolUse/0/hooks/0"),
    (10, "▶ Fire", "hookwright.fire", "/hooks/PreToolUse/0/hooks/1"),
]
_EXPECTED = [
    (3, "▶ Fire all (2)", "hookwright.fire", "/hooks/PreToolUse/0"),
    (3, "▶ Fire on a copy", "hookwright.fireScratch", "/hooks/PreToolUse/0"),
    (3, "Explain", "hookwright.explain", "/hooks/PreToolUse/0"),
    (6, "▶ Fire", "hookwright.fire", "/hooks/PreToolUse/0/hooks/0"),
    (6, "▶ Fire on a copy", "hookwright.fireScratch", "/hooks/PreToolUse/0/hooks/0"),
    (6, "Explain", "hookwright.explain", "/hooks/PreToolUse/0/hooks/0"),
    (10, "▶ Fire", "hookwright.fire", "/hooks/PreToolUse/0/hooks/1"),
    (10, "▶ Fire on a copy", "hookwright.fireScratch", "/hooks/PreToolUse/0/hooks/1"),
    (10, "Explain", "hookwright.explain", "/hooks/PreToolUse/0/hooks/1"),
]


async def test_fire_stands_on_the_group_and_on_each_hook(editor: Editor, workspace: Workspace) -> None:
    for path in DIALECTS.values():
        uri = editor.open(workspace.hooks(path, "echo one", "echo two"))

        assert [_in_short(it) for it in await editor.lenses(uri)] == _USUAL


async def test_others_are_shown_where_the_user_says_so(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0], options=EVERY_LENS)
    for path in DIALECTS.values():
        uri = newcomer.open(workspace.hooks(path, "echo one", "echo two"))

        assert [_in_short(it) for it in await newcomer.lenses(uri)] == _EXPECTED


async def test_the_menu_of_actions_has_what_the_lenses_do(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(DIALECTS["claude-code"], "echo one", "echo two"))

    found = await agent.ask(
        "textDocument/codeAction",
        types.CodeActionParams(types.TextDocumentIdentifier(uri), _AT_HOOK, types.CodeActionContext([])),
    )

    offered = {it.command.command for it in found if it.command is not None}
    assert {"hookwright.fire", "hookwright.fireScratch", "hookwright.explain", "hookwright.attack"} <= offered


async def test_an_event_has_none_and_a_group_only_from_two_hooks_on(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(DIALECTS["claude-code"], "echo one"))

    assert [_in_short(it)[::3] for it in await agent.lenses(uri)] == [(6, "/hooks/PreToolUse/0/hooks/0")]


async def test_each_can_be_switched_on_and_off(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES, options={"codeLens": {"explain": True}})
    uri = newcomer.open(workspace.hooks(DIALECTS["claude-code"], "echo one"))
    before = [_in_short(it)[1] for it in await newcomer.lenses(uri)]

    settings = {"hookwright": {"codeLens": {"fireOnCopy": True, "lastResult": False}}}
    newcomer.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await newcomer.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse/0"})

    assert before == ["▶ Fire", "Explain"]
    assert [_in_short(it)[1] for it in await newcomer.lenses(uri)] == ["▶ Fire", "▶ Fire on a copy"]
    assert "workspace/codeLens/refresh" in newcomer.refreshed


def _in_short(lens: types.CodeLens) -> tuple[int, str, str, str]:
    assert lens.command is not None
    arguments: tuple[Any, ...] = tuple(lens.command.arguments or ())
    (argument,) = arguments
    return lens.range.start.line, lens.command.title, lens.command.command, argument["pointer"]


async def test_a_guard_shows_its_state(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES, options=EVERY_LENS)
    uri = newcomer.open(workspace.hooks(DIALECTS["claude-code"], "echo Blocked >&2; exit 2", "echo one"))

    await newcomer.lenses(uri)
    for _ in range(100):
        found = [it.command for it in await newcomer.lenses(uri) if it.command is not None]
        if any(it.command == "hookwright.doctor" for it in found):
            break
        await asyncio.sleep(0.05)

    (guard,) = (it for it in found if it.command == "hookwright.doctor")
    assert "guard " in guard.title
    assert guard.arguments is None
