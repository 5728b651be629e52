"""`hookwright add --mcp` has the guard asked about the tools of MCP servers, once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright
from hookwright.errors import UsageError


@pytest.mark.parametrize(("agent", "matcher"), [("claude-code", "mcp__.*"), ("gemini-cli", "mcp_.*")])
def test_a_hook_for_the_tools_of_all_servers_is_added_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str, matcher: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert CliRunner().invoke(hookwright, ["add", "deletion", "--mcp", "--agent", agent]).exit_code == 0
    (file,) = (it for it in tmp_path.rglob("*.json") if "hooks" in json.loads(it.read_text()))
    (groups,) = json.loads(file.read_text())["hooks"].values()
    assert [it["matcher"] for it in groups].count(matcher) == 1
    assert groups[-1]["hooks"] == groups[0]["hooks"]


def test_an_agent_whose_names_do_not_tell_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(hookwright, ["add", "deletion", "--mcp", "--agent", "goose"])
    assert isinstance(done.exception, UsageError)
    assert "MCP servers" in str(done.exception)
    assert [*tmp_path.iterdir()] == []
