"""`workspace/didChangeWatchedFiles` over the wire: scripts come and go, and the findings with them."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import AI_AGENTS, Workspace


async def test_a_script_appears_and_disappears(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "./guard.sh"))
    assert codes(await agent.problems(uri)) == ["HW501"]

    script = workspace.write("guard.sh", "#!/bin/sh\n")
    script.chmod(0o755)
    _tell(agent, script.as_uri(), types.FileChangeType.Created)
    await agent.until(lambda: not agent.codes(uri), "diagnostics without HW501")

    script.unlink()
    _tell(agent, script.as_uri(), types.FileChangeType.Deleted)
    await agent.until(lambda: agent.codes(uri) == ["HW501"], "HW501 again")


def _tell(agent: Editor, uri: str, kind: types.FileChangeType) -> None:
    agent.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([types.FileEvent(uri, kind)]))
