"""The plugin in the real Claude Code: the model writes a broken hook, reads what is wrong, and corrects it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from tests.hosts.install import CLAUDE_AGENT_SDK
from tests.hosts.journey import KEY, ROOT, Journey, Start, needs, travel
from tests.hosts.model import Script, Turn
from tests.hosts.project import Project

pytestmark = needs(CLAUDE_AGENT_SDK)

_PLUGIN = ROOT / "integrations" / "claude-code"
_CLAUDE = CLAUDE_AGENT_SDK.folder / "claude_agent_sdk" / "_bundled" / "claude"
_GUARD = """#!/bin/sh
command -v jq >/dev/null || exit 2
command=$(jq -er .tool_input.command) || exit 2
case $command in
  *'rm -rf'*)
    echo 'Blocked: no deleting here' >&2
    exit CODE
    ;;
esac
"""
_FOUND = "hookwright found mistakes in"


def _settings(event: str) -> str:
    hook = {"type": "command", "command": 'sh "${CLAUDE_PROJECT_DIR}/hooks/guard.sh"'}
    return json.dumps({"hooks": {event: [{"matcher": "Bash", "hooks": [hook]}]}}, indent=2)


def start(home: Path, project: Project, url: str) -> Start:
    """Claude Code with the plugin, which finds this hookwright on the PATH and sends nothing anywhere else."""
    environ = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CONFIG_DIR": str(home / ".claude"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        # It would not skip its own questions for root.
        "IS_SANDBOX": "1",
    }
    flags = ["--plugin-dir", str(_PLUGIN), "--dangerously-skip-permissions", "--setting-sources", "user"]
    return [str(_CLAUDE), "-p", "Write a guard.", "--model", "sonnet", *flags], environ


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Journey:
    """A misspelt event; a script that exits with 1; the event as it has to be; a script that no hook runs; a tool."""
    root = tmp_path_factory.mktemp("plugin")
    project = root / "project"

    settings, guard = project / ".claude" / "settings.json", project / "hooks" / "guard.sh"

    def write(path: str, content: str) -> Turn:
        return Turn("", [("Write", {"file_path": str(project / path), "content": content})])

    turns = [
        write(".claude/settings.json", _settings("PreTolUse")),
        Turn("", [("Edit", {"file_path": str(settings), "old_string": "PreTolUse", "new_string": "PreToolUse"})]),
        write("hooks/guard.sh", _GUARD.replace("CODE", "1")),
        Turn("", [("Edit", {"file_path": str(guard), "old_string": "exit 1", "new_string": "exit 2"})]),
        write("hooks/other.sh", "echo $CLAUDE_TOOL_NAME\n"),
        Turn("", [("mcp__plugin_hookwright_hookwright__rules", {"code": "HW201"})]),
        Turn("Done."),
    ]
    return travel(root, Script(turns), start)


def told(journey: Journey, number: int) -> str:
    """What the model reads with a request and did not read before."""
    before, now = (journey.script.requests[it]["messages"] for it in (number - 1, number))
    return json.dumps(now[len(before) :])


def test_what_is_wrong_in_a_hook_file_reaches_the_model(journey: Journey) -> None:
    assert _FOUND not in journey.script.read(0)
    assert f"{_FOUND} settings.json" in told(journey, 1)
    assert "did you mean `PreToolUse`?" in told(journey, 1)
    assert "(HW201)" not in told(journey, 2)


def test_what_is_wrong_in_a_script_reaches_the_model(journey: Journey) -> None:
    assert f"{_FOUND} guard.sh" in told(journey, 3)
    assert "(HW511)" in told(journey, 3)


def test_nothing_is_said_of_what_is_right_and_of_what_no_hook_runs(journey: Journey) -> None:
    assert _FOUND not in told(journey, 4)
    assert _FOUND not in told(journey, 5)


def test_the_tools_and_the_skill_are_offered(journey: Journey) -> None:
    assert "mcp__plugin_hookwright_hookwright__check" in json.dumps(journey.script.requests[-1])
    assert "write-hooks" in json.dumps(journey.script.requests[0])
    assert "unknown-event" in told(journey, 6)
