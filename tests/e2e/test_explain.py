"""`hookwright/explain` and `hookwright/explainHook` over the wire: which hooks would fire, which not, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, DIALECTS, Workspace
from tests.shapes import fits

from hookwright.reports.explanation import HookExplanationJson

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


async def _about(editor: Editor, **at: Any) -> Any:
    return fits(HookExplanationJson, await editor.ask("hookwright/explainHook", at))


async def test_a_hook_is_explained_with_the_sample_and_places_to_link_to(
    stranger: Editor, workspace: Workspace
) -> None:
    uri = stranger.open(workspace.write(CLAUDE_CODE, _TEXT))

    told = await _about(stranger, uri=uri, pointer="/hooks/PreToolUse/0/hooks/0")

    assert (told.event, told.dialect_title, told.pointer) == (
        "PreToolUse",
        "Claude Code",
        "/hooks/PreToolUse/0/hooks/0",
    )
    assert told.sample is not None
    assert told.sample.name == "Write" == told.payload["tool_name"]
    assert "Write" in told.samples
    # The agent would run it, although hookwright does not: nobody trusts the workspace.
    (here,), (other,) = told.matched, told.skipped
    assert "not trusted" in told.withheld
    assert (here.uri, here.range.start.line, here.range.start.character) == (uri, 1, 33)
    assert (here.matcher, here.asked, other.matcher, other.asked) == ("Write", True, "Read", False)
    assert not (workspace.project / "ran").exists()


async def test_hooks_of_every_file_count_and_the_payload_can_be_given(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(CLAUDE_CODE, _TEXT))
    local = workspace.write(".claude/settings.local.json", _TEXT.replace("true", "false").replace("ran", "too"))
    at = {"uri": uri, "pointer": "/hooks/PreToolUse/0"}

    by_payload = await _about(agent, **at, payload={"tool_name": "Read", "tool_input": {}})
    by_sample = await _about(agent, **at, sample="Read")

    assert [it.uri for it in by_payload.matched] == [uri, local.as_uri()]
    assert (by_payload.sample, by_payload.payload["tool_name"]) == (None, "Read")
    assert by_sample.sample is not None
    assert by_sample.sample.name == "Read"
    assert [it.asked for it in (*by_sample.matched, *by_sample.skipped)] == [False, False, True, False]


@pytest.mark.parametrize("profile", PROFILES)
async def test_the_report_names_the_sample_and_links_hooks(
    newcomer: Editor, workspace: Workspace, profile: str
) -> None:
    await newcomer.begin(workspace, profile)
    uri = newcomer.open(workspace.write(CLAUDE_CODE, _TEXT))
    argument = {"uri": uri, "pointer": "/hooks/PreToolUse/1"}

    told = await newcomer.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.explain", [argument]))

    (shown,) = newcomer.shown_documents
    page = Path(unquote(urlsplit(shown.uri).path)).read_text(encoding="utf-8")
    assert "Matched against the sample `Read`" in page
    assert f"({uri}#L3), the hook you asked about\n" in page
    assert set(told) == {"event", "dialect", "matched", "skipped"}
