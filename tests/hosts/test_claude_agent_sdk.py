"""An agent that is built with the Claude Agent SDK obeys a project's hooks."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.hosts.install import CLAUDE_AGENT_SDK
from tests.hosts.journey import KEY, ROOT, Journey, Start, needs, travel
from tests.hosts.model import Script, Turn
from tests.hosts.project import FAILED, GO_ON, PROMPTED, RAN, REFUSED, STARTED, Project

pytestmark = needs(CLAUDE_AGENT_SDK)

_DRIVER = Path(__file__).with_name("claude_agent.py")
_INTEGRATION = ROOT / "integrations" / "claude-agent-sdk"


def bash(command: str) -> Turn:
    return Turn("Let me see.", [("Bash", {"command": command, "description": "Try it"})])


def start(home: Path, project: Project, url: str) -> Start:
    """Claude Code comes with the SDK; this keeps it from sending anything anywhere else."""
    environ = {
        "PYTHONPATH": os.pathsep.join(map(str, (CLAUDE_AGENT_SDK.folder, _INTEGRATION))),
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CONFIG_DIR": str(home / ".claude"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        # It would not skip its own questions for root.
        "IS_SANDBOX": "1",
    }
    prompts = ("Please do it.", "This one is secret.")
    return [sys.executable, str(_DRIVER), str(project.root), *prompts], environ


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Journey:
    """A prompt; a call that is refused, one that is changed, one that fails; a stop, another one; a refused prompt."""
    turns = [bash("touch forbidden.txt"), bash("touch wrong.txt"), bash("exit 3"), Turn("Done."), Turn("Really done.")]
    return travel(tmp_path_factory.mktemp("claude"), Script(turns), start)


def test_a_refused_tool_does_not_run_and_the_model_reads_why(journey: Journey) -> None:
    assert not journey.project.has("forbidden.txt")
    assert REFUSED in journey.script.read(1)


def test_a_tool_runs_with_the_input_that_a_hook_has_changed(journey: Journey) -> None:
    assert journey.project.has("right.txt")
    assert not journey.project.has("wrong.txt")


def test_context_reaches_the_model_with_the_prompt(journey: Journey) -> None:
    first = journey.script.read(0)
    assert PROMPTED in first
    assert STARTED in first


def test_context_reaches_the_model_after_a_tool(journey: Journey) -> None:
    assert RAN not in journey.script.read(1)
    assert RAN in journey.script.read(2)
    assert FAILED in journey.script.read(3)


def test_the_agent_goes_on_where_a_hook_says_so(journey: Journey) -> None:
    assert GO_ON in journey.script.read(4)
    assert [it["stop_hook_active"] for it in journey.project.seen("Stop")] == [False, True]


def test_a_refused_prompt_does_not_reach_the_model(journey: Journey) -> None:
    assert len(journey.script.requests) == 5
    assert REFUSED in journey.stdout


def test_the_session_begins_and_ends_once(journey: Journey) -> None:
    events = [it["event"] for it in journey.project.seen()]
    assert [events[0], events[-1]] == ["SessionStart", "SessionEnd"]
    assert [events.count(it) for it in ("SessionStart", "SessionEnd")] == [1, 1]


def test_hook_modules_are_loaded(journey: Journey) -> None:
    assert journey.project.has("module.txt")
