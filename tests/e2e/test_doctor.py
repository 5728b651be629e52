"""`hookwright.doctor` in an editor: what is broken, also in a workspace that is not trusted."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace


async def test_a_stranger_sees_what_is_broken(stranger: Editor, workspace: Workspace) -> None:
    file = workspace.write(CLAUDE_CODE, '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": ""}]}]}}')
    found: Any = await stranger.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.doctor"))

    (broken,) = (it for it in found["data"]["checks"] if it["state"] == "broken")
    assert (broken["what"], broken["repair"]) == (str(file), f"hookwright check {file}")
    assert found["markdown"].startswith("# hookwright doctor\n\n## hookwright\n")
    (shown,) = stranger.shown_documents
    assert shown.uri.endswith("hookwright-doctor.md")
    assert not (workspace.home / ".local").exists()
