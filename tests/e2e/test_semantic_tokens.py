"""`textDocument/semanticTokens/full` and `…/range`: the pieces of commands and matchers, as clients decode them."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace, hook_text

_TEXT = hook_text("echo WORD | tee $HOME", matcher="Edit|Mine").replace("WORD", "'é😀'")


def decoded(text: str, data: Any) -> list[tuple[int, str, str, int]]:
    """Each token as its line, type, text and modifiers."""
    found, line, start = [], 0, 0
    for index in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[index : index + 5]
        line, start = line + down, right if down else start + right
        units = text.splitlines()[line].encode("utf-16-le")
        found.append((line, LEGEND[kind], units[2 * start : 2 * (start + length)].decode("utf-16-le"), modifiers))
    return found


LEGEND = (
    *("event", "class", "enumMember", "function", "namespace", "variable", "parameter", "keyword", "operator"),
    *("string", "number", "comment", "regexp"),
)
_MATCHER = [(4, "class", "Edit", 1), (4, "operator", "|", 0), (4, "class", "Mine", 0)]
_COMMAND = [
    (8, "function", "echo", 0),
    (8, "string", "'é😀'", 0),
    (8, "operator", "|", 0),
    (8, "function", "tee", 0),
    (8, "variable", "$HOME", 0),
]


async def test_the_whole_file(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.write(CLAUDE_CODE, _TEXT))

    params = types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
    found = await editor.ask("textDocument/semanticTokens/full", params)

    assert decoded(_TEXT, found.data) == [(2, "event", '"PreToolUse"', 0), *_MATCHER, *_COMMAND]


async def test_a_range(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.write(CLAUDE_CODE, _TEXT))

    lines = types.Range(types.Position(7, 0), types.Position(9, 0))
    params = types.SemanticTokensRangeParams(types.TextDocumentIdentifier(uri), lines)
    found = await editor.ask("textDocument/semanticTokens/range", params)

    assert decoded(_TEXT, found.data) == _COMMAND


async def test_the_legend_is_promised(newcomer: Editor, workspace: Workspace) -> None:
    answer = await newcomer.begin(workspace, "visual-studio-code")

    provider = answer.capabilities.semantic_tokens_provider
    assert provider is not None
    assert tuple(provider.legend.token_types) == LEGEND
    known = {it.value for it in types.SemanticTokenTypes} | {it.value for it in types.SemanticTokenModifiers}
    assert known >= {*provider.legend.token_types, *provider.legend.token_modifiers}


async def test_other_files_have_none(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write("package.json", "{}"))

    params = types.SemanticTokensParams(types.TextDocumentIdentifier(uri))

    assert await agent.ask("textDocument/semanticTokens/full", params) is None
