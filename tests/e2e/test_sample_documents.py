"""Kept samples in the editor: completion, hover, findings as they are typed, and quick fixes."""

from __future__ import annotations

import json

from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import Workspace

PLACE = ".hookwright/samples/ai-agents/PreToolUse/push.json"


async def test_fields_are_offered_and_explained(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.write(PLACE, '{"tool_name": ""}'))
    document = types.TextDocumentIdentifier(uri)

    offered = await editor.text_document_completion_async(types.CompletionParams(document, types.Position(0, 15)))
    assert isinstance(offered, types.CompletionList)
    assert "BashExecutor" in {it.label for it in offered.items}

    about = await editor.text_document_hover_async(types.HoverParams(document, types.Position(0, 5)))
    assert about is not None
    assert isinstance(about.contents, types.MarkupContent)
    assert about.contents.value.startswith("**tool_name** string")


async def test_it_is_held_against_its_event_as_it_is_typed(editor: Editor, workspace: Workspace) -> None:
    (sample, *_) = await editor.ask("hookwright/samples", {"dialect": "ai-agents", "event": "PreToolUse"})
    text = json.dumps(sample["payload"])
    uri = editor.open(workspace.write(PLACE, text.replace('"tool_name"', '"tool_nam"')))
    assert sorted(codes(await editor.problems(uri))) == ["HW904", "HW906"]

    slip = next(it for it in await editor.problems(uri) if it.code == "HW906")
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), slip.range, types.CodeActionContext([slip]))
    titles = [it.title for it in await editor.text_document_code_action_async(params) or []]
    assert "Change to `tool_name`" in titles

    editor.replace(uri, 2, text)
    await editor.until(lambda: editor.codes(uri) == [], "the end of the findings")
