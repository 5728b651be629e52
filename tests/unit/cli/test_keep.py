"""`hookwright keep`: a dispatch of the journal becomes a sample of its project, and fires."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookwright.cli import hookwright
from hookwright.errors import UsageError

TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "mike" / "project"
    hooks = {"PreToolUse": [{"hooks": [{"type": "command", "command": "grep -q push && exit 2 || exit 0"}]}]}
    (project / ".claude").mkdir(parents=True)
    (project / ".claude" / "settings.json").write_text(json.dumps({"hooks": hooks}))
    payload = {"tool_name": "Bash", "tool_input": {"command": f"git push {TOKEN} {tmp_path}/mike/x"}}
    (project / "payload.json").write_text(json.dumps(payload))
    monkeypatch.setenv("HOME", str(tmp_path / "mike"))
    monkeypatch.setenv("HOOKWRIGHT_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(project)
    return project


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hookwright, arguments)


def test_a_recorded_dispatch_becomes_a_sample_that_fires(project: Path) -> None:
    outcome = json.loads(run("dispatch", "PreToolUse", "--dialect", "claude-code", "--payload", "payload.json").stdout)
    assert outcome["decision"] == "deny"

    told = run("keep", outcome["dispatchId"][:8], "--name", "push")

    file = project / ".hookwright" / "samples" / "claude-code" / "PreToolUse" / "push.json"
    assert told.stdout == f"{file}\n"
    text = file.read_text()
    assert TOKEN not in text
    assert "mike" not in text
    assert "[redacted: " in text
    assert "/home/user/x" in text
    fired = run("fire", ".claude/settings.json", "--sample", "push", "--format", "json")
    assert json.loads(fired.stdout)["outcome"]["decision"] == "deny"


def test_what_is_not_recorded(project: Path) -> None:
    assert isinstance(run("keep", "1").exception, UsageError)
    assert not (project / ".hookwright").exists()
