"""`hookwright samples`, and what is fired with the samples of a project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    hook = {"type": "command", "command": "grep -q 'git push' && { echo 'no pushing' >&2; exit 2; } || exit 0"}
    (tmp_path / ".claude").mkdir()
    file = tmp_path / ".claude" / "settings.json"
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}}))
    folder = tmp_path / ".hookwright" / "samples" / "claude-code" / "PreToolUse"
    folder.mkdir(parents=True)
    payload = {"tool_name": "Bash", "tool_input": {"command": "git push"}}
    (folder / "push.json").write_text(json.dumps(payload))
    (folder / "torn.json").write_text("{")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("project")
def test_those_of_the_project_are_listed_and_a_broken_one_is_told() -> None:
    result = CliRunner().invoke(hookwright, ["samples", "PreToolUse", "--dialect", "claude-code"])
    assert [it["name"] for it in json.loads(result.stdout)["samples"]][-1] == "push"
    assert "PreToolUse/torn.json cannot be used: it is not JSON" in result.stderr


@pytest.mark.usefixtures("project")
def test_a_hook_is_fired_with_one() -> None:
    arguments = ["fire", ".claude/settings.json", "--at", "/hooks", "--sample", "push", "--format", "json"]
    outcome = json.loads(CliRunner().invoke(hookwright, arguments).stdout)["outcome"]
    assert (outcome["decision"], outcome["reason"]) == ("deny", "no pushing")


def test_a_hook_test_starts_from_one(project: Path) -> None:
    test = "tests: [{event: PreToolUse, sample: push, expect: {decision: deny}}]"
    (project / "push.hooktest.yaml").write_text(test)
    result = CliRunner().invoke(hookwright, ["test"])
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "1 passed")
