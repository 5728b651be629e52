"""`textDocument/codeLens` over the wire: lenses whose commands the server has promised, with all they need."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import DIALECTS, Workspace

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


async def test_fire_and_explain_stand_on_the_group_and_on_each_hook(editor: Editor, workspace: Workspace) -> None:
    for path in DIALECTS.values():
        uri = editor.open(workspace.hooks(path, "echo one", "echo two"))

        assert [_in_short(it) for it in await editor.lenses(uri)] == _EXPECTED


def _in_short(lens: types.CodeLens) -> tuple[int, str, str, str]:
    assert lens.command is not None
    arguments: tuple[Any, ...] = tuple(lens.command.arguments or ())
    (argument,) = arguments
    return lens.range.start.line, lens.command.title, lens.command.command, argument["pointer"]
