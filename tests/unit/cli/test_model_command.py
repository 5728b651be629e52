"""`--model-command`: on the command line, a command of the user's answers prompts and agents (D5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A plugin with a prompt and an agent."""
    hooks = [{"type": "prompt", "prompt": "Review $ARGUMENTS"}, {"type": "agent", "prompt": "Verify"}]
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "hooks.json").write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}))
    return tmp_path


def _dispatch(plugin: Path, *options: str) -> dict[str, Any]:
    arguments = ["dispatch", "PreToolUse", "--project", str(plugin), "--session", "s", *options]
    ended = CliRunner().invoke(hookwright, arguments, catch_exceptions=False)
    assert ended.exit_code == 0
    outcome: dict[str, Any] = json.loads(ended.stdout)
    return outcome


def test_d5_the_command_is_asked(plugin: Path) -> None:
    command = """cat >> asked; echo " $HOOKWRIGHT_MODEL_TOOLS" >> asked; echo '{"decision": "ask", "reason": "hm"}'"""
    outcome = _dispatch(plugin, "--model-command", command)
    assert (outcome["decision"], outcome["reason"]) == ("ask", "hm")
    first, second = (plugin / "asked").read_text().splitlines()
    assert (first.startswith('Review {"session_id":"s"'), first[-2:], second) == (True, " 0", "Verify 1")


def test_d5_without_a_command_the_actions_are_skipped(plugin: Path) -> None:
    outcome = _dispatch(plugin)
    assert [it["status"] for it in outcome["runs"]] == ["skipped", "skipped"]
    assert all("--model-command" in it["skippedBecause"] for it in outcome["runs"])


def test_d5_a_command_that_fails_is_an_action_that_failed(plugin: Path) -> None:
    file = str(plugin / "hooks" / "hooks.json")
    arguments = ["fire", file, "--format", "json", "--model-command", "echo no credit >&2; exit 2"]
    ended = CliRunner().invoke(hookwright, arguments, catch_exceptions=False)
    outcome = json.loads(ended.stdout)["outcome"]
    assert ([it["status"] for it in outcome["runs"]], outcome["blocked"]) == (["failed", "failed"], False)
    assert outcome["messages"][0]["text"] == "the model's command exited 2: no credit"
