"""`hookwright/explain` over the wire: which hooks would fire, which not, and why."""

from __future__ import annotations

from tests.e2e.editor import Editor
from tests.e2e.workspace import DIALECTS, Workspace

_TEXT = """\
{"hooks": {"PreToolUse": [
  {"matcher": "Write", "hooks": [{"type": "command", "command": "touch ran"}]},
  {"matcher": "Read", "hooks": [{"type": "command", "command": "true"}]}
]}}
"""


async def test_what_matches_and_what_does_not(agent: Editor, workspace: Workspace) -> None:
    for dialect, path in DIALECTS.items():
        workspace.write(path, _TEXT)
        write = {"event": "PreToolUse", "payload": {"tool_name": "Write"}}

        told = await agent.ask("hookwright/explain", {**write, "dialect": dialect})

        assert (told["event"], told["dialect"]) == ("PreToolUse", dialect)
        assert [it["hook"]["pointer"] for it in told["matched"]] == ["/hooks/PreToolUse/0/hooks/0"]
        assert [it["hook"]["pointer"] for it in told["skipped"]] == ["/hooks/PreToolUse/1/hooks/0"]
        assert "`Write`" in " ".join(told["skipped"][0]["because"])
    assert not (workspace.project / "ran").exists()
