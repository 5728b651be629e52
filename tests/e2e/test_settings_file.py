"""`hookwright.json` in the editor: completion, hover, what keeps nothing back, and quick fixes."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace, hook_text


async def test_rules_are_offered_and_explained(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write("hookwright.json", '{"rules": {"HW507": ""}}'))
    document = types.TextDocumentIdentifier(uri)

    offered = await agent.text_document_completion_async(types.CompletionParams(document, types.Position(0, 21)))
    assert isinstance(offered, types.CompletionList)
    assert [it.label for it in offered.items] == ["off", "error", "warning", "information", "hint"]

    about = await agent.text_document_hover_async(types.HoverParams(document, types.Position(0, 14)))
    assert about is not None
    assert isinstance(about.contents, types.MarkupContent)
    assert about.contents.value.startswith("# unquoted-variable")


async def test_an_unknown_rule_is_renamed(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write("hookwright.json", '{"rules": {"unquoted-varable": "off"}}'))
    (found,) = await agent.problems(uri)
    assert found.code == "HW901"

    context = types.CodeActionContext([found])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, context)
    action, *_ = await agent.text_document_code_action_async(params) or []
    assert isinstance(action, types.CodeAction)
    assert action.title == "Change to `unquoted-variable`"
    assert action.edit is not None
    assert action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document.uri == uri
    assert [it.new_text for it in change.edits if isinstance(it, types.TextEdit)] == ['"unquoted-variable"']


async def test_an_entry_is_unused_until_its_file_needs_it(agent: Editor, workspace: Workspace) -> None:
    hooks = agent.open(workspace.hooks(CLAUDE_CODE, "true"))
    await agent.problems(hooks)
    ignore = '{"ignore": [{"rule": "HW201", "file": ".claude/settings.json"}]}'
    settings = agent.open(workspace.write("hookwright.json", ignore))
    assert codes(await agent.problems(settings)) == ["HW902"]

    agent.replace(hooks, 2, hook_text("true", event="PreToolUze"))
    await agent.until(lambda: agent.codes(settings) == [], "no HW902")
    assert agent.codes(hooks) == []


async def test_entries_for_many_files_are_left_to_check(agent: Editor, workspace: Workspace) -> None:
    hooks = agent.open(workspace.hooks(CLAUDE_CODE, "true"))
    await agent.problems(hooks)
    ignore = (
        '{"ignore": [{"rule": "HW201"}, {"rule": "HW201", "file": "**/*.json"}, {"rule": "HW201", "file": "a.json"}]}'
    )
    assert await agent.problems(agent.open(workspace.write("hookwright.json", ignore))) == []


async def test_it_says_which_dialect_an_open_file_is_in(agent: Editor, workspace: Workspace) -> None:
    """Whether it is typed or changes on the disk, the open documents follow."""
    hooks = agent.open(workspace.write("templates/mine.json", hook_text("true", event="pretooluse")))
    own = agent.open(workspace.hooks(CLAUDE_CODE, "true", event="pretooluse"))
    assert codes(await agent.problems(own)) == ["HW202"]

    path = workspace.write("hookwright.json", "{}")
    settings = agent.open(path)
    agent.replace(settings, 2, '{"dialects": {"templates/*.json": "claude-code", ".claude/*.json": "cursor"}}')
    await agent.until(lambda: "HW105" in agent.codes(own), "what Cursor makes of it")
    await agent.until(lambda: agent.codes(hooks) == ["HW202"], "HW202 in the template")

    agent.replace(settings, 3, "{}")
    await agent.until(lambda: agent.codes(own) == ["HW202"], "HW202 again")
    agent.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(settings)))
    path.write_text('{"dialects": {".claude/*.json": "cursor"}}')
    event = types.FileEvent(settings, types.FileChangeType.Changed)
    agent.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await agent.until(lambda: "HW105" in agent.codes(own), "what Cursor makes of it, by the disk")
