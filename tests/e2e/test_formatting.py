"""`textDocument/formatting` and `textDocument/rangeFormatting`: layout as the editor's user wants it."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

from hookwright.syntax.edit import apply
from hookwright.text import Edit, LineIndex, Span

_TEXT = '{ "hooks": {\n"Stop": [ {"hooks":[]} ], // é😀\n"SessionEnd":[]\n}}\n'
_TABS = types.FormattingOptions(tab_size=4, insert_spaces=False)


def lines_of(edits: Any) -> list[tuple[int, int, str]]:
    return [(it.range.start.line, it.range.start.character, it.new_text) for it in edits or ()]


def applied(text: str, edits: Any) -> str:
    """The text as a client has it after the edits, which it counts in UTF-16."""
    lines = LineIndex(text)

    def offset(position: types.Position) -> int:
        return lines.offset(position.line, position.character)

    return apply(text, [Edit(Span(offset(it.range.start), offset(it.range.end)), it.new_text) for it in edits])


async def test_a_document(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.write(CLAUDE_CODE, _TEXT))
    params = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), _TABS)

    edits = await editor.ask("textDocument/formatting", params)

    wanted = '{\n\t"hooks": {\n\t\t"Stop": [{"hooks": []}], // é😀\n\t\t"SessionEnd": []\n\t}\n}\n'
    assert applied(_TEXT, edits) == wanted


async def test_some_lines(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.write(CLAUDE_CODE, _TEXT))
    line = types.Range(types.Position(2, 0), types.Position(2, 20))
    params = types.DocumentRangeFormattingParams(types.TextDocumentIdentifier(uri), line, _TABS)

    edits = await editor.ask("textDocument/rangeFormatting", params)

    assert lines_of(edits) == [(2, 13, " ")]


async def test_settings_are_laid_out_too_and_broken_texts_left_alone(agent: Editor, workspace: Workspace) -> None:
    for path, text, found in (
        ("hookwright.json", '{"rules":{}}\n', [(0, 9, " ")]),
        (CLAUDE_CODE, '{"hooks":{', []),
        ("package.json", '{"a":1}', []),
    ):
        uri = agent.open(workspace.write(path, text))
        params = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), _TABS)

        assert lines_of(await agent.ask("textDocument/formatting", params)) == found
