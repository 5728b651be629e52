"""An open document whose dialect is only guessed: findings, and nothing that would rewrite it."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace

_HOOK = {"type": "command", "command": "make lint"}
_TEXT = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [_HOOK]}], "stop": []}}, indent=1)
_GUESSED = "templates/hooks.somebody.json"


@pytest.mark.parametrize(("path", "guessed"), [(_GUESSED, True), (CLAUDE_CODE, False)])
async def test_only_what_rewrites_nothing_is_offered(
    editor: Editor, workspace: Workspace, path: str, guessed: bool
) -> None:
    uri = editor.open(workspace.write(path, _TEXT))
    document = types.TextDocumentIdentifier(uri)
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    style = types.FormattingOptions(tab_size=4, insert_spaces=True)

    assert "HW202" in codes(await editor.problems(uri))
    found = await editor.text_document_code_action_async(
        types.CodeActionParams(document, everything, types.CodeActionContext([]))
    )
    edits = await editor.ask("textDocument/formatting", types.DocumentFormattingParams(document, style))
    some = await editor.ask(
        "textDocument/rangeFormatting", types.DocumentRangeFormattingParams(document, everything, style)
    )

    # What silences a rule changes the settings, not the file.
    actions = [it for it in found or () if isinstance(it, types.CodeAction) and not it.title.startswith("Ignore ")]
    kinds = {it.kind for it in actions}
    assert "hookwright.run" in kinds, "firing changes nothing"
    assert (kinds == {"hookwright.run"}) == guessed
    assert (not edits and not some) == guessed


async def test_a_hook_is_not_taken_out(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(_GUESSED, _TEXT))
    argument = {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0"}

    with pytest.raises(Exception, match="only guessed, so it is not changed"):
        await agent.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.disableHook", [argument]))
