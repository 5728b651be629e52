"""`textDocument/didClose` over the wire: findings leave the editor, and the file on disk holds again."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text


async def test_findings_go_and_the_file_on_disk_is_back(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, "echo disk")
    uri = agent.open(file, hook_text("echo editor", event="PreTolUse"))
    assert codes(await agent.problems(uri)) == ["HW201"]

    agent.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    await agent.until(lambda: not agent.codes(uri), "the end of the findings")
    outcome = await agent.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": "FileReader"}})
    assert [it["stdout"] for it in outcome["runs"]] == ["disk\n"]
