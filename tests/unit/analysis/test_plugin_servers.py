"""Matchers for the tools of the MCP servers that a plugin brings along, whose names say whose they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules.matcher_never_matches import RULE, bundled_servers
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply


def plugin(folder: Path, manifest: object, servers: object = None) -> None:
    (folder / ".claude-plugin").mkdir(exist_ok=True)
    (folder / ".claude-plugin" / "plugin.json").write_text(json.dumps(manifest), encoding="utf-8")
    if servers is not None:
        (folder / ".mcp.json").write_text(json.dumps(servers), encoding="utf-8")


def subject(folder: Path, matcher: str = "") -> Subject:
    text = json.dumps(
        {"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": [{"type": "command", "command": "true"}]}]}}
    )
    file = read_hook_file(str(folder / "hooks" / "hooks.json"), text, by_id("claude-code"), Scope.PLUGIN)
    return Subject(file, str(folder), RealDisk(str(folder)))


def told(folder: Path, matcher: str) -> list[tuple[str, str]]:
    """The pieces that are wrong, each with the matcher that its fix writes."""
    it = subject(folder, matcher)
    text = it.file.tree.text
    return [
        (
            text[one.span.start : one.span.end],
            json.loads(apply(text, one.finding.fixes[0].recipe()))["hooks"]["PreToolUse"][0]["matcher"],
        )
        for one in check_file(it, rules=(RULE,))
    ]


@pytest.mark.parametrize(
    ("matcher", "expected"),
    [
        ("mcp__db__.*", [("mcp__db__", "mcp__plugin_my-plugin_db__.*")]),
        ("mcp__db__query", [("mcp__db__", "mcp__plugin_my-plugin_db__query")]),
        ("Bash|^mcp__db__.*$", [("mcp__db__", "Bash|^mcp__plugin_my-plugin_db__.*$")]),
        ("mcp__plugin_my-plugin_db__.*", []),
        ("mcp__dbx__.*", []),
        ("mcp__.*__query", []),
        ("Bash", []),
    ],
)
def test_the_tools_of_a_plugins_own_server(tmp_path: Path, matcher: str, expected: list[tuple[str, str]]) -> None:
    plugin(tmp_path, {"name": "my-plugin"}, {"mcpServers": {"db": {"command": "true"}}})
    assert told(tmp_path, matcher) == expected


def test_servers_are_found_in_the_manifest_and_in_a_file_that_it_names(tmp_path: Path) -> None:
    plugin(tmp_path, {"name": "p q", "mcpServers": {"a b": {}}}, {"bare": {"command": "true"}})
    assert bundled_servers(subject(tmp_path)) == {"bare": "mcp__plugin_p_q_bare__", "a b": "mcp__plugin_p_q_a_b__"}
    (tmp_path / "more.json").write_text('{"mcpServers": {"m": {}}}', encoding="utf-8")
    plugin(tmp_path, {"name": "p", "mcpServers": "./more.json"}, {})
    assert bundled_servers(subject(tmp_path)) == {"m": "mcp__plugin_p_m__"}


@pytest.mark.parametrize("manifest", [{}, [], {"name": 3}, {"name": "p", "mcpServers": [1]}])
def test_a_broken_manifest_names_no_servers(tmp_path: Path, manifest: object) -> None:
    plugin(tmp_path, manifest)
    assert bundled_servers(subject(tmp_path)) == {}


def test_a_project_brings_no_servers_of_a_plugin(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"db": {}}}', encoding="utf-8")
    assert told(tmp_path, "mcp__db__.*") == []
