"""`hookwright/createTest` over the wire: what came of a firing is written down as a hook test, which then passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

GUARD = "grep -q forbidden && { echo no such thing >&2; exit 2; }; true"


async def _fired(agent: Editor, uri: str, payload: dict[str, Any] | None = None) -> str:
    at = {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0", "payload": payload}
    return str((await agent.ask("hookwright/fire", at))["outcome"]["dispatchId"])


async def _created(agent: Editor, dispatch_id: str, **more: Any) -> tuple[Path, int]:
    answer = await agent.ask("hookwright/createTest", {"dispatchId": dispatch_id, **more})
    return Path(to_fs_path(answer["uri"]) or ""), answer["line"]


async def test_a_firing_becomes_a_test_that_passes(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, GUARD, matcher="Write|Bash"))
    payload = {"tool_name": "Write", "tool_input": {"file_path": f"{workspace.project}/forbidden", "content": "x"}}
    first = await _created(agent, await _fired(agent, uri))
    path, line = await _created(agent, await _fired(agent, uri, payload), scratch=True)

    assert path == first[0] == workspace.project / ".claude" / "hooks.hooktest.yaml"
    text = path.read_text()
    assert text.splitlines()[line].strip() == "- name: 'Write: deny'"
    for written in ("at: /hooks/PreToolUse/0/hooks/0", "scratch: true", "reason: no such thing", "- settings.json"):
        assert written in text
    assert str(workspace.project) not in text
    results = await agent.ask("hookwright/runTests", {"uri": path.as_uri()})
    assert [(it["status"], it["mismatches"]) for it in results] == [("passed", [])] * 2
    assert results[1]["outcome"]["decision"] == "deny"
    assert results[1]["outcome"]["reason"] == "no such thing"


async def test_a_file_of_tests_keeps_what_it_says(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, GUARD))
    own = "# mine\ntests:\n- name: one # first\n  event: PreToolUse\n  expect: {decision: none}\n"
    path = workspace.write(".claude/hooks.hooktest.yaml", own)
    found, line = await _created(agent, await _fired(agent, uri))
    assert (found, path.read_text().startswith(own), line) == (path, True, 6)

    path.write_text("tests: [{name: a, event: Stop, expect: {decision: none}}]\n")
    other, _ = await _created(agent, await _fired(agent, uri))
    assert other.name == "hooks-2.hooktest.yaml"


async def test_what_cannot_be_a_test_says_why(agent: Editor) -> None:
    with pytest.raises(JsonRpcException, match="No recorded dispatch"):
        await agent.ask("hookwright/createTest", {"dispatchId": "0" * 32})


async def test_nothing_is_written_in_an_untrusted_workspace(stranger: Editor) -> None:
    with pytest.raises(JsonRpcException):
        await stranger.ask("hookwright/createTest", {"dispatchId": "0" * 32})
