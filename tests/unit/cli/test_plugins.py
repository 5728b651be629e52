"""Plugins on the command line: the folder that their hooks run in, and which of their files are checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright

WHERE = 'pwd; echo "$CLAUDE_PROJECT_DIR"; echo "$CLAUDE_PLUGIN_ROOT"'


def hooks(*commands: str, event: str = "PreToolUse") -> dict[str, Any]:
    return {"hooks": {event: [{"matcher": "Bash", "hooks": [{"type": "command", "command": it} for it in commands]}]}}


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plugin in a repository, which is not the current folder."""
    folder = tmp_path.resolve() / "repository" / "plugins" / "demo"
    write(folder / ".claude-plugin/plugin.json", {"name": "demo"})
    write(folder / "hooks/hooks.json", hooks(WHERE))
    (tmp_path / "repository/.git").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return folder


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def _where(file: Path, *options: str) -> list[str]:
    ended = CliRunner().invoke(hookwright, ["fire", str(file), "--format", "json", *options], catch_exceptions=False)
    (run,) = json.loads(ended.stdout)["outcome"]["runs"]
    found: list[str] = run["stdout"].splitlines()
    return found


def test_hooks_run_in_the_repository_of_their_plugin(plugin: Path) -> None:
    repository = str(plugin.parents[1])
    assert _where(plugin / "hooks/hooks.json") == [repository, repository, str(plugin)]


def test_hooks_run_in_the_current_folder_where_the_plugin_is_in_it(
    plugin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(plugin.parent)
    assert _where(plugin / "hooks/hooks.json") == [str(plugin.parent), str(plugin.parent), str(plugin)]
    monkeypatch.chdir(plugin / "hooks")
    repository = str(plugin.parents[1])
    assert _where(plugin / "hooks/hooks.json") == [repository, repository, str(plugin)]


def test_hooks_run_in_the_project_that_is_named(plugin: Path) -> None:
    project = str(plugin.parents[2] / "elsewhere")
    assert _where(plugin / "hooks/hooks.json", "--project", project) == [project, project, str(plugin)]


def test_hooks_of_a_plugin_that_is_in_no_repository_run_in_the_plugin(plugin: Path) -> None:
    (plugin.parents[1] / ".git").rmdir()
    assert _where(plugin / "hooks/hooks.json") == [str(plugin)] * 3


def test_a_hook_test_runs_in_the_repository_whatever_the_current_folder_is(plugin: Path) -> None:
    case = {
        "name": "there",
        "event": "PreToolUse",
        "tool": "Bash",
        "hooks": ["../hooks/hooks.json"],
        "expect": {"stdout": f"{plugin.parents[1]}\n{plugin.parents[1]}\n{plugin}\n"},
    }
    file = write(plugin / "tests/demo.hooktest.yaml", {"tests": [case]})
    ended = CliRunner().invoke(hookwright, ["test", str(file)])
    assert (ended.exit_code, ended.output.splitlines()[-1]) == (0, "1 passed")


def _checked(*paths: str) -> dict[str, list[str]]:
    ended = CliRunner().invoke(hookwright, ["check", *paths, "--format", "json"], catch_exceptions=False)
    found = json.loads(ended.stdout)["files"]
    return {it["path"]: [one["code"] for one in it["diagnostics"]] for it in found}


def test_every_hook_file_of_a_plugin_is_checked_once(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(plugin.parent)
    assert _checked() == {"demo/hooks/hooks.json": []}

    named = ["./hooks/hooks.json", "./config/more.json", "./config/none.json", hooks("make", event="Nope")["hooks"]]
    write(plugin / ".claude-plugin/plugin.json", {"name": "demo", "hooks": named})
    write(plugin / "config/more.json", hooks("make", event="Nopes"))

    assert _checked() == {
        "demo/.claude-plugin/plugin.json": ["HW704", "HW201"],
        "demo/config/more.json": ["HW201"],
        "demo/hooks/hooks.json": [],
    }


def test_a_manifest_without_hooks_is_checked_where_it_is_named(plugin: Path) -> None:
    path = str(plugin / ".claude-plugin/plugin.json")
    assert list(_checked(path).values()) == [[]]


def test_the_manifests_of_other_agents_are_theirs(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for agent in (".codex-plugin", ".cursor-plugin"):
        write(plugin.parent / "other" / agent / "plugin.json", {"name": "other", "hooks": "hooks.json"})
    monkeypatch.chdir(plugin.parent)
    assert _checked()["demo/hooks/hooks.json"] == []
    ended = CliRunner().invoke(hookwright, ["check", "--format", "json"], catch_exceptions=False)
    assert {it["path"]: it["dialect"] for it in json.loads(ended.stdout)["files"]} == {
        "demo/hooks/hooks.json": "claude-code",
        "other/.codex-plugin/plugin.json": "codex",
        "other/.cursor-plugin/plugin.json": "cursor",
    }


def test_the_places_in_a_plugin_are_listed() -> None:
    ended = CliRunner().invoke(hookwright, ["dialects", "--format", "json"], catch_exceptions=False)
    claude = next(it for it in json.loads(ended.stdout)["dialects"] if it["id"] == "claude-code")
    places = [it["path"] for it in claude["files"] if it["scope"] == "plugin"]
    json_files = ["<plugin>/hooks/hooks.json", "<plugin>/.claude-plugin/plugin.json"]
    markdown = ["<plugin>/agents/**/*.md", "<plugin>/skills/*/SKILL.md", "<plugin>/commands/**/*.md"]
    assert places == [*json_files, *markdown]


def test_only_a_plugin_that_is_named_is_dispatched_to(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(plugin.parents[1])
    write(plugin.parents[1] / ".claude/settings.json", hooks("echo project"))
    payload = write(plugin.parents[1] / "payload.json", {"tool_name": "Bash", "tool_input": {"command": "ls"}})
    arguments = ["dispatch", "PreToolUse", "--payload", str(payload)]

    def printed(*options: str) -> list[str]:
        ended = CliRunner().invoke(hookwright, [*arguments, *options], catch_exceptions=False)
        return [it["stdout"] for it in json.loads(ended.stdout)["runs"]]

    project = str(plugin.parents[1])
    assert printed() == ["project\n"]
    assert printed("--config", str(plugin / "hooks/hooks.json")) == [f"{project}\n{project}\n{plugin}\n"]


def test_a_plugin_beside_the_project_is_checked_and_listed(plugin: Path) -> None:
    write(plugin / ".claude-plugin/plugin.json", {"name": "demo", "hooks": "./more.json"})
    write(plugin / "more.json", {"hooks": {"PreTolUse": [{"hooks": [{"type": "command", "command": "make lint"}]}]}})
    write(Path(".claude/settings.json"), hooks("make audit"))

    def run(*words: str) -> Any:
        return CliRunner().invoke(
            hookwright, [*words, "--format", "json", "--plugin-dir", "../repository/plugins/demo"]
        )

    checked = json.loads(run("check").stdout)
    found = [
        Path(file["path"]).name for file in checked["files"] for it in file["diagnostics"] if it["code"] == "HW201"
    ]
    assert found == ["more.json"]
    (listed,) = json.loads(run("list").stdout)["dialects"]
    assert {it["command"] for it in listed["hooks"]} >= {"make audit", WHERE}
    wrong = CliRunner().invoke(hookwright, ["check", "--plugin-dir", "."])
    assert str(wrong.exception).startswith("`.` has no hooks of a plugin of Claude Code")
