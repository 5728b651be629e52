"""Switching hooks off and on by the tree, over the wire: the file is the same afterwards, also where it is not open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException
from tests.conformance.document import Document
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text

_CONVERTER = converters.get_converter()


async def test_a_hook_is_switched_off_and_on_again(editor: Editor, workspace: Workspace) -> None:
    text = hook_text("echo one", "echo 'zwei ä 😀'", matcher="Bash")
    uri = editor.open(workspace.write(AI_AGENTS, text))
    made = _editing(editor, text, uri)
    one, two = await _hooks(editor)
    assert (one["parked"], two["parked"]) == (None, None)

    await _run(editor, "hookwright.disableHook", {"uri": uri, "pointer": two["hook"]["pointer"]})
    editor.replace(uri, 2, made[-1])
    left, off = await _hooks(editor)

    assert left["hook"]["command"] == "echo one"
    assert off["parked"] == off["hook"]["id"]
    assert (off["hook"]["command"], off["matcher"], off["canFire"]) == ("echo 'zwei ä 😀'", "Bash", False)
    assert off["range"]["start"] == {"line": 2, "character": 4}
    _editing(editor, made[-1], uri, made)
    await _run(editor, "hookwright.enableHook", {"uri": uri, "parked": off["parked"]})
    assert made[-1] == text
    editor.replace(uri, 3, text)
    assert [it["parked"] for it in await _hooks(editor)] == [None, None]


async def test_a_file_need_not_be_open(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("echo one", "echo two")
    file = workspace.write(AI_AGENTS, text)
    made = _editing(agent, text, file.as_uri())
    first, _ = await _hooks(agent)

    await _run(agent, "hookwright.disableHook", {"uri": file.as_uri(), "pointer": first["hook"]["pointer"]})
    file.write_text(made[-1])
    _, off = await _hooks(agent)
    _editing(agent, made[-1], file.as_uri(), made)
    await _run(agent, "hookwright.enableHook", {"uri": file.as_uri(), "parked": off["parked"]})

    assert made[-1] == text


async def test_nothing_is_left_once_the_file_is_saved(editor: Editor, workspace: Workspace) -> None:
    text = hook_text("echo one", "echo one")
    file = workspace.write(AI_AGENTS, text)
    uri = editor.open(file)
    made = _editing(editor, text, uri)
    kept = workspace.project / ".hookwright" / "parked.json"
    first, _ = await _hooks(editor)

    answer = await _run(editor, "hookwright.disableHook", {"uri": uri, "pointer": first["hook"]["pointer"]})
    assert answer["keptIn"] == str(kept)
    await _save(editor, uri, 2, made[-1], file)
    assert [it["parked"] for it in await _hooks(editor)] == [None, answer["parked"]]
    assert kept.exists()
    _editing(editor, made[-1], uri, made)
    await _run(editor, "hookwright.enableHook", {"uri": uri, "parked": answer["parked"]})
    assert made[-1] == text
    assert kept.exists()
    await _save(editor, uri, 3, text, file)

    await _until_gone(editor, kept.parent)


async def test_what_else_is_in_the_folder_stays(editor: Editor, workspace: Workspace) -> None:
    other = workspace.write(".hookwright/samples/PreToolUse/mine.json", "{}")
    text = hook_text("echo one")
    file = workspace.write(AI_AGENTS, text)
    uri = editor.open(file)
    made = _editing(editor, text, uri)
    (only,) = await _hooks(editor)
    answer = await _run(editor, "hookwright.disableHook", {"uri": uri, "pointer": only["hook"]["pointer"]})
    await _save(editor, uri, 2, made[-1], file)
    _editing(editor, made[-1], uri, made)

    await _run(editor, "hookwright.enableHook", {"uri": uri, "parked": answer["parked"]})
    await _save(editor, uri, 3, text, file)

    await _until_gone(editor, workspace.project / ".hookwright" / "parked.json")
    assert other.exists()


async def test_what_is_not_parked_cannot_be_switched_on(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, "echo one")
    made = _editing(agent, file.read_text(), file.as_uri())

    with pytest.raises(JsonRpcException, match="This hook is no longer disabled"):
        await _run(agent, "hookwright.enableHook", {"uri": file.as_uri(), "parked": "0123456789abcdef"})

    assert made == []


async def test_a_broken_file_is_left_alone(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("echo one", "echo two")
    uri = agent.open(workspace.write(AI_AGENTS, text))
    made = _editing(agent, text, uri)
    first, _ = await _hooks(agent)
    await _run(agent, "hookwright.disableHook", {"uri": uri, "pointer": first["hook"]["pointer"]})
    agent.replace(uri, 2, made[-1].removesuffix("}\n"))
    off = (await _hooks(agent))[-1]

    with pytest.raises(JsonRpcException, match="cannot be put back"):
        await _run(agent, "hookwright.enableHook", {"uri": uri, "parked": off["parked"]})

    assert len(made) == 1


async def test_parked_hooks_that_cannot_be_read_are_a_problem(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "echo one")
    workspace.write(".hookwright/parked.json", "mine")

    found = await agent.ask("hookwright/hooks", {})

    assert any("parked.json" in it for it in found["dialects"][0]["problems"])


def _editing(editor: Editor, text: str, uri: str, made: list[str] | None = None) -> list[str]:
    """The texts that the editor is asked to make of the document, which has this text."""
    found = made if made is not None else []

    def apply(_: Editor, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        edits = {
            it.text_document.uri: it.edits
            for it in params.edit.document_changes or ()
            if isinstance(it, types.TextDocumentEdit)
        }
        changes = list((edits or params.edit.changes or {})[uri])
        found.append(Document(text).edited(_CONVERTER.unstructure(changes)))
        return types.ApplyWorkspaceEditResult(applied=True)

    editor.protocol.fm.features.pop(types.WORKSPACE_APPLY_EDIT, None)
    editor.feature(types.WORKSPACE_APPLY_EDIT)(apply)
    return found


async def _save(editor: Editor, uri: str, version: int, text: str, file: Path) -> None:
    """As an editor does: it changes the document, writes the file and says so."""
    editor.replace(uri, version, text)
    file.write_text(text)
    editor.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))


async def _until_gone(editor: Editor, path: Path) -> None:
    """The server forgets after the save, which nobody answers: the test's time limit bounds this."""
    while path.exists():
        await _hooks(editor)


async def _hooks(editor: Editor) -> list[dict[str, Any]]:
    found: Any = await editor.ask("hookwright/hooks", {})
    return [it for dialect in found["dialects"] for event in dialect["events"] for it in event["hooks"]]


async def _run(editor: Editor, command: str, argument: dict[str, Any]) -> Any:
    return await editor.ask("workspace/executeCommand", types.ExecuteCommandParams(command, [argument]))
