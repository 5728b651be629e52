"""`textDocument/completion` over the wire: snippets for clients that take them, plain text for the others."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types
from tests.conformance.document import Document
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace

_WITHOUT_SNIPPETS = "neovim@v0.7.0"
_TEXT = '{\n  "hooks": {\n    \n  }\n}\n'
_IN_HOOKS = types.Position(2, 4)


@pytest.mark.parametrize("profile", [*PROFILES, _WITHOUT_SNIPPETS])
async def test_a_whole_event_is_put_in(newcomer: Editor, workspace: Workspace, profile: str) -> None:
    await newcomer.begin(workspace, profile)
    uri = newcomer.open(workspace.write(AI_AGENTS, _TEXT))

    items = await _items(newcomer, uri, _IN_HOOKS)

    assert {it.label for it in items} >= {"PreToolUse", "PostToolUse", "UserPromptSubmit"}
    assert "SessionStart" not in {it.label for it in items}
    snippets = {it.label for it in items if it.insert_text_format is types.InsertTextFormat.Snippet}
    if profile != _WITHOUT_SNIPPETS:
        assert "PreToolUse" in snippets
        return
    assert snippets == set()
    chosen = next(it for it in items if it.label == "PreToolUse")
    assert isinstance(chosen.text_edit, types.TextEdit)
    assert "$" not in chosen.text_edit.new_text
    assert "PreToolUse" in json.loads(_put_in(_TEXT, chosen.text_edit))["hooks"]


async def test_a_tool_inside_a_matcher_takes_the_place_of_its_beginning(agent: Editor, workspace: Workspace) -> None:
    text = '{"hooks": {"PreToolUse": [{"matcher": "Edit|Wri'
    uri = agent.open(workspace.write(CLAUDE_CODE, text))

    items = await _items(agent, uri, types.Position(0, len(text)))

    chosen = next(it for it in items if it.label == "Write")
    assert isinstance(chosen.text_edit, types.TextEdit)
    assert _put_in(text, chosen.text_edit) == '{"hooks": {"PreToolUse": [{"matcher": "Edit|Write"'


async def _items(editor: Editor, uri: str, position: types.Position) -> list[types.CompletionItem]:
    document = types.TextDocumentIdentifier(uri)
    found = await editor.text_document_completion_async(types.CompletionParams(document, position))
    assert isinstance(found, types.CompletionList)
    return list(found.items)


def _put_in(text: str, edit: types.TextEdit) -> str:
    start, end = edit.range.start, edit.range.end
    extent = {"start": {"line": start.line, "character": start.character}}
    extent["end"] = {"line": end.line, "character": end.character}
    return Document(text).edited([{"range": extent, "newText": edit.new_text}])
