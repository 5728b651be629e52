"""`textDocument/didChange` over the wire: ranges count UTF-16 units, lines end as they like, edits come in order."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace

_TEXT = (
    "{\r\n"
    '  "hooks": {\r\n'
    '    "PreToolUse": [\r\n'
    '      {"hooks": [{"type": "command", "command": "echo 😀 one", "tymeout": 5}]}\r\n'
    "    ]\r\n"
    "  }\r\n"
    "}\r\n"
)
_LINE = 3


async def test_edits_land_behind_an_emoji_between_lines_that_end_with_crlf(
    editor: Editor, workspace: Workspace
) -> None:
    uri = editor.open(workspace.write(CLAUDE_CODE, _TEXT))
    (found,) = await editor.problems(uri)
    assert found.code == "HW101"
    assert found.range == types.Range(types.Position(_LINE, 63), types.Position(_LINE, 72))

    # Each edit counts in the text that the one before it leaves.
    editor.change(uri, 2, _edit(_LINE, 57, 60, "👍 two"), _edit(_LINE, 67, 74, "timeout"))
    assert await editor.problems(uri, 2) == []
    outcome = await editor.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "Bash"}})
    assert [it["stdout"] for it in outcome["runs"]] == ["😀 👍 two\n"]
    assert [it["hook"]["command"] for it in outcome["runs"]] == ["echo 😀 👍 two"]


async def test_lines_are_taken_out_and_put_in(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(CLAUDE_CODE, _TEXT))

    whole = types.Range(types.Position(2, 0), types.Position(5, 0))
    agent.change(
        uri,
        2,
        types.TextDocumentContentChangePartial(
            whole, '    "Stopp": [{"hooks": [{"type": "command", "command": "true"}]}]\r\n'
        ),
    )

    found = await agent.problems(uri, 2)
    assert codes(found) == ["HW201"]
    assert found[0].range == types.Range(types.Position(2, 4), types.Position(2, 11))


def _edit(line: int, start: int, end: int, text: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(
        types.Range(types.Position(line, start), types.Position(line, end)), text
    )
