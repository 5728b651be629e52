"""`hookwright replay` as somebody runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookwright.cli import hookwright
from hookwright.errors import UsageError


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "project"
    (project / ".claude").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HOOKWRIGHT_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(project)
    write(project, "echo no >&2; exit 2")
    return project


def write(project: Path, command: str) -> None:
    hooks = {"PreToolUse": [{"hooks": [{"type": "command", "command": command}]}]}
    (project / ".claude" / "settings.json").write_text(json.dumps({"hooks": hooks}))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hookwright, arguments)


def test_the_same_is_0_and_anything_else_is_1(project: Path) -> None:
    (project / "payload.json").write_text('{"tool_name": "Bash"}')
    outcome = json.loads(run("dispatch", "PreToolUse", "--dialect", "claude-code", "--payload", "payload.json").stdout)

    same = run("replay", "1")
    assert (same.exit_code, same.stdout.splitlines()[0][:26]) == (0, "PreToolUse  no differences")

    write(project, "exit 0")
    other = run("replay", outcome["dispatchId"], "--format", "json")
    told = json.loads(other.stdout)
    assert other.exit_code == 1
    assert [it["what"] for it in told["differences"]] == ["decision", "blocked", "reason", "status", "exitCode"]
    assert told["then"]["dispatchId"] == outcome["dispatchId"]
    assert told["differences"][-1]["hook"]["pointer"] == "/hooks/PreToolUse/0/hooks/0"
    text = run("replay", outcome["dispatchId"][:10], "--scratch")
    assert (text.exit_code, "  decision: deny → none" in text.stdout) == (1, True)


def test_a_replay_is_recorded_as_a_test_fire(project: Path) -> None:
    (project / "payload.json").write_text('{"tool_name": "Bash"}')
    run("dispatch", "PreToolUse", "--dialect", "claude-code", "--payload", "payload.json")
    run("replay", "1")
    found = json.loads(run("history", "--format", "json").stdout)["dispatches"]
    assert [it["origin"] for it in found] == ["fire", "dispatch"]


@pytest.mark.usefixtures("project")
def test_what_is_not_recorded() -> None:
    assert isinstance(run("replay", "1").exception, UsageError)
