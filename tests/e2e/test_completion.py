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


async def test_documentation_comes_when_it_is_asked_for(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual-studio-code")
    uri = newcomer.open(workspace.write(AI_AGENTS, _TEXT))
    chosen = next(it for it in await _items(newcomer, uri, _IN_HOOKS) if it.label == "PreToolUse")
    assert chosen.documentation is None

    resolved = await newcomer.completion_item_resolve_async(chosen)

    assert isinstance(resolved.documentation, types.MarkupContent)
    assert resolved.documentation.value.startswith("A hook blocks it with exit 2")
    assert resolved.text_edit == chosen.text_edit


async def test_documentation_comes_at_once_for_clients_that_never_ask(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "neovim")
    uri = newcomer.open(workspace.write(AI_AGENTS, _TEXT))

    chosen = next(it for it in await _items(newcomer, uri, _IN_HOOKS) if it.label == "PreToolUse")

    assert isinstance(chosen.documentation, types.MarkupContent)
    assert chosen.documentation.value.startswith("A hook blocks it with exit 2")
    assert chosen.data is None


@pytest.mark.parametrize("data", [None, {"dialect": "nobody", "about": ["event", "Stop"]}, {"about": 1}, ["x"]])
async def test_an_item_that_leads_nowhere_stays_as_it_is(agent: Editor, workspace: Workspace, data: object) -> None:
    item = types.CompletionItem(label="x", data=data)

    assert await agent.completion_item_resolve_async(item) == item


async def test_servers_and_scripts_come_and_go_with_their_files(editor: Editor, workspace: Workspace) -> None:
    text = '{"hooks": {"PreToolUse": [{"matcher": "", "hooks": [{"type": "command", "command": ""}]}]}}'
    uri = editor.open(workspace.write(CLAUDE_CODE, text))
    matcher, script = (types.Position(0, text.index(it) + len(it)) for it in ('"matcher": "', '"command": "'))

    async def offered() -> set[str]:
        found = [*await _items(editor, uri, matcher), *await _items(editor, uri, script)]
        return {it.label for it in found if it.label.startswith(("mcp__", "."))}

    assert await offered() == set()
    servers = workspace.write(".mcp.json", '{"mcpServers": {"memory": {}}}')
    workspace.write(".claude/hooks/guard.sh", "exit 0")
    assert await offered() == {"mcp__memory__", "mcp__memory__.*", ".claude/hooks/guard.sh"}
    servers.write_text('{"mcpServers": {"mail": {}, "memory": {}}}')
    assert "mcp__mail__.*" in await offered()
    servers.unlink()
    assert await offered() == {".claude/hooks/guard.sh"}


async def test_scripts_are_offered_in_a_workspace_that_is_not_trusted(stranger: Editor, workspace: Workspace) -> None:
    workspace.write(".claude/hooks/guard.sh", "exit 0")
    text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash '
    uri = stranger.open(workspace.write(CLAUDE_CODE, text))

    labels = {it.label for it in await _items(stranger, uri, types.Position(0, len(text)))}

    assert ".claude/hooks/guard.sh" in labels


@pytest.mark.parametrize("profile", ["visual-studio-code", _WITHOUT_SNIPPETS])
async def test_what_is_printed_is_json_once_it_is_taken(newcomer: Editor, workspace: Workspace, profile: str) -> None:
    await newcomer.begin(workspace, profile)
    text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo \'{}\'"}]}]}}'
    uri = newcomer.open(workspace.write(AI_AGENTS, text))

    items = await _items(newcomer, uri, types.Position(0, text.index("'{}") + 2))

    chosen = next(it for it in items if it.label == "decision")
    assert isinstance(chosen.text_edit, types.TextEdit)
    if profile != _WITHOUT_SNIPPETS:
        assert "${1|allow,deny,ask|}" in chosen.text_edit.new_text
        return
    hook = json.loads(_put_in(text, chosen.text_edit))["hooks"]["PreToolUse"][0]["hooks"][0]
    assert hook["command"] == """echo '{"decision": "allow"}'"""


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
