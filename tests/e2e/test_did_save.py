"""`textDocument/didSave` over the wire: a script that is saved for the first time is there from then on."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace


async def test_the_missing_script_is_found_once_it_is_saved(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, 'python3 "$CLAUDE_PROJECT_DIR/guard.py"'))
    assert codes(await agent.problems(uri)) == ["HW501"]

    script = workspace.write("guard.py", "print('ok')\n")
    agent.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(script.as_uri())))

    await agent.until(lambda: not agent.codes(uri), "diagnostics without HW501")
