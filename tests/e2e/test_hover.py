"""`textDocument/hover` over the wire."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import DIALECTS, Workspace


async def test_markdown_about_the_word_and_its_range(editor: Editor, workspace: Workspace) -> None:
    for path in DIALECTS.values():
        uri = editor.open(workspace.hooks(path, "true"))

        found = await editor.hover(uri, types.Position(2, 7))

        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        assert found.contents.kind is types.MarkupKind.Markdown
        assert "before the tool runs" in found.contents.value
        assert found.range == types.Range(types.Position(2, 4), types.Position(2, 16))


async def test_nothing_to_say_is_null(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write("notes.json", "{}"))

    assert await agent.hover(uri, types.Position(0, 1)) is None
