"""Disabling a hook and enabling it again over the wire: the text of the file is the same afterwards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException
from tests.conformance.document import Document
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text

_CONVERTER = converters.get_converter()
_COMMAND = "hookwright.disableHook"


async def test_a_hook_is_parked_and_comes_back(editor: Editor, workspace: Workspace) -> None:
    text = hook_text("echo one", "echo 'zwei ä 😀'", "echo three")
    uri = editor.open(workspace.write(AI_AGENTS, text))
    taken = _taking(editor, text, uri, applied=True)

    (disable,) = await _actions(editor, uri, 11, "Disable")
    assert disable.command is not None
    await _execute(editor, disable.command)

    (left,) = taken
    assert [it["command"] for it in _hooks(left)] == ["echo one", "echo three"]
    (kept,) = json.loads((workspace.project / ".hookwright" / "parked.json").read_text())["parked"]
    assert (kept["file"], kept["event"], kept["matcher"]) == (AI_AGENTS, "PreToolUse", '"*"')
    assert json.loads(kept["hook"])["command"] == "echo 'zwei ä 😀'"
    editor.replace(uri, 2, left)
    (enable,) = await _actions(editor, uri, 5, "Enable")
    assert enable.title == "Enable `echo 'zwei ä 😀'` again"
    assert _applied(left, uri, enable.edit) == text
    editor.replace(uri, 3, text)
    assert await _actions(editor, uri, 5, "Enable") == []


async def test_an_editor_that_takes_nothing_out_keeps_the_hook(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("echo one")
    uri = agent.open(workspace.write(AI_AGENTS, text))
    _taking(agent, text, uri, applied=False)
    (disable,) = await _actions(agent, uri, 7, "Disable")
    assert disable.command is not None

    with pytest.raises(JsonRpcException, match="did not remove the hook"):
        await _execute(agent, disable.command)

    assert not (workspace.project / ".hookwright").exists()
    assert await _actions(agent, uri, 7, "Enable") == []


async def test_nothing_is_taken_out_where_it_cannot_be_kept(agent: Editor, workspace: Workspace) -> None:
    workspace.write(".hookwright/parked.json", "mine")
    text = hook_text("echo one")
    uri = agent.open(workspace.write(AI_AGENTS, text))
    taken = _taking(agent, text, uri, applied=True)
    (disable,) = await _actions(agent, uri, 7, "Disable")
    assert disable.command is not None

    with pytest.raises(JsonRpcException, match=r"parked\.json"):
        await _execute(agent, disable.command)

    assert taken == []
    assert (workspace.project / ".hookwright" / "parked.json").read_text() == "mine"


def _taking(editor: Editor, text: str, uri: str, *, applied: bool) -> list[str]:
    """The texts that the editor is asked to make of the document."""
    taken: list[str] = []

    def apply(_: Editor, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        if applied:
            taken.append(_applied(text, uri, params.edit))
        return types.ApplyWorkspaceEditResult(applied=applied)

    editor.protocol.fm.features.pop(types.WORKSPACE_APPLY_EDIT, None)
    editor.feature(types.WORKSPACE_APPLY_EDIT)(apply)
    return taken


async def _actions(editor: Editor, uri: str, line: int, title: str) -> list[types.CodeAction]:
    place = types.Position(line, 12)
    context = types.CodeActionContext([], ["refactor"])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(place, place), context)
    found = await editor.text_document_code_action_async(params)
    return [it for it in found or () if isinstance(it, types.CodeAction) and it.title.startswith(title)]


async def _execute(editor: Editor, command: types.Command) -> Any:
    assert command.command == _COMMAND
    return await editor.ask("workspace/executeCommand", types.ExecuteCommandParams(_COMMAND, command.arguments))


def _applied(text: str, uri: str, edit: types.WorkspaceEdit | None) -> str:
    assert edit is not None
    changed = {
        it.text_document.uri: it.edits for it in edit.document_changes or () if isinstance(it, types.TextDocumentEdit)
    }
    return Document(text).edited(_CONVERTER.unstructure(list((changed or edit.changes or {})[uri])))


def _hooks(text: str) -> list[Any]:
    found: list[Any] = json.loads(text)["hooks"]["PreToolUse"][0]["hooks"]
    return found
