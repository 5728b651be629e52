"""What a real agent sends to its hooks is recorded, fired again, and made a hook test of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cage import needs_cage
from tests.hosts.install import CLAUDE_CODE, CODEX, COPILOT_CLI, Host
from tests.hosts.journey import needs
from tests.hosts.model import Turn
from tests.hosts.planted import Machine, Planted
from tests.hosts.starting import (
    claude_command,
    claude_environment,
    codex_command,
    codex_environment,
    codex_settings,
    copilot_command,
    copilot_environment,
    copilot_settings,
)

from hookwright.engine.journal.history import recorded_run
from hookwright.engine.journal.payloads import recorded_payloads
from hookwright.testing.recording import add_test

_SECONDS = 60.0
_HOOK_FILES = ("hooks.json", "settings.json", "settings.local.json")
_GUARD = "grep -q forbidden && { echo no such thing >&2; exit 2; }; true"
_COMMAND = "echo forbidden > ran.txt"


def _flat(event: str) -> Any:
    return {"version": 1, "hooks": {event: [{"type": "command", "bash": _GUARD}]}}


def _grouped(event: str) -> Any:
    return {"hooks": {event: [{"hooks": [{"type": "command", "command": _GUARD}]}]}}


@dataclass(frozen=True)
class Agent:
    """One agent: how it is started, the call that its model makes, and where a guard of the project goes."""

    host: Host
    dialect: str
    environment: Callable[[Path, str], Mapping[str, str]]
    command: Callable[[str], Sequence[str]]
    call: tuple[str, dict[str, Any]]
    event: str
    hook_file: str
    hooks: Callable[[str], Any]
    settings: Callable[[Path, list[Path]], None] = lambda home, projects: None
    version: str = ""


_AGENTS = (
    Agent(
        CLAUDE_CODE,
        "claude-code",
        claude_environment,
        lambda _: claude_command(),
        ("Bash", {"command": _COMMAND, "description": "Try it"}),
        "PreToolUse",
        ".claude/settings.json",
        _grouped,
        version="2.1.330",
    ),
    Agent(
        CODEX,
        "codex",
        codex_environment,
        codex_command,
        ("exec_command", {"cmd": _COMMAND}),
        "PreToolUse",
        ".codex/hooks.json",
        _grouped,
        codex_settings,
    ),
    Agent(
        COPILOT_CLI,
        "copilot-cli",
        copilot_environment,
        lambda _: copilot_command(),
        ("bash", {"command": _COMMAND, "description": "Try it"}),
        "preToolUse",
        ".github/hooks/hooks.json",
        _flat,
        copilot_settings,
        version="1.0.102",
    ),
)


class Recording:
    """A session of an agent that was recorded."""

    def __init__(self, agent: Agent, root: Path) -> None:
        self.agent = agent
        self.machine = Machine(root, agent.dialect, agent.environment)
        self.project = self.machine.project("project")
        agent.settings(self.machine.home, [self.project])
        self.before = self.files()
        self.hookwright("record", "on", "--agent", agent.dialect)
        turns = [Turn("Let me see.", [agent.call]), Turn("Done.")]
        self.machine.run(Planted("recorded", {}, turns, project="project"), lambda _, url: agent.command(url))

    def hookwright(self, *words: str) -> str:
        """What a command prints, run in the project as the user."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.machine.home),
            **self.agent.environment(self.machine.home, ""),
        }
        command = [sys.executable, "-m", "hookwright", *words]
        done = subprocess.run(
            command, cwd=self.project, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def files(self) -> dict[str, str]:
        """Every file that may have hooks, in the project and in the agent's own folder, by path."""
        own = self.machine.home / self.agent.dialect.partition("-")[0]
        found = [it for place in (self.project, own) for name in _HOOK_FILES for it in place.rglob(name)]
        return {str(it): it.read_text(encoding="utf-8") for it in found}

    @property
    def journal(self) -> str:
        """Where the user's journal is."""
        return os.path.join(self.machine.home, ".local", "state", "hookwright", "journal.sqlite3")

    def sample(self) -> Any:
        """The first sample of the event before a tool runs, as soon as that is a recorded one."""
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            found = json.loads(self.hookwright("samples", self.agent.event, "--dialect", self.agent.dialect))
            first = found["samples"][0]
            if first["recorded"]:
                return first
            time.sleep(0.2)
        raise AssertionError("nothing was recorded")


@pytest.fixture(scope="module", params=[pytest.param(it, id=it.dialect, marks=needs(it.host)) for it in _AGENTS])
def recording(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    agent: Agent = request.param
    return Recording(agent, tmp_path_factory.mktemp(agent.dialect))


def test_the_agent_goes_on_as_ever(recording: Recording) -> None:
    assert (recording.project / "ran.txt").read_text() == "forbidden\n"


def test_what_it_sent_is_the_first_sample(recording: Recording) -> None:
    sample = recording.sample()
    assert _COMMAND in sample["description"]
    assert _COMMAND in json.dumps(sample["payload"])


def test_the_session_is_recorded_from_its_start(recording: Recording) -> None:
    recording.sample()
    status = json.loads(recording.hookwright("record", "status", "--format", "json"))
    events = {it["event"].casefold() for it in status["payloads"]["events"]}
    assert events >= {"sessionstart", recording.agent.event.casefold()}
    (recorded,) = status["files"]
    assert recorded["agent"] == recording.agent.dialect
    payloads = [it.it for it in recorded_payloads(recording.journal)]
    assert {it.version for it in payloads} == {recording.agent.version}
    assert {it.project for it in payloads} == {str(recording.project)}


def test_it_is_fired_and_made_a_test_of(recording: Recording) -> None:
    sample = recording.sample()
    agent, home = recording.agent, str(recording.machine.home)
    file = recording.project / agent.hook_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(agent.hooks(agent.event)), encoding="utf-8")
    fired = json.loads(recording.hookwright("fire", agent.hook_file, "--yes", "--format", "json"))
    assert fired["plan"]["sample"] == sample["name"]
    assert fired["outcome"]["decision"] == "deny"

    path, _ = add_test(recorded_run(recording.journal, fired["outcome"]["dispatchId"]), home)
    assert _COMMAND in Path(path).read_text(encoding="utf-8")
    assert "1 passed" in recording.hookwright("test")


def test_the_test_is_proved_in_the_agent_itself(recording: Recording) -> None:
    needs_cage()
    assert [*recording.project.rglob("*.hooktest.yaml")], "made by the test above"
    program = recording.agent.command("")[0]
    told = recording.hookwright("test", "--prove", "--agent-command", program)
    assert "1 passed" in told
    assert "does what the engine says" in told


def test_off_leaves_the_files_as_they_were(recording: Recording) -> None:
    recording.hookwright("record", "off")
    (recording.project / recording.agent.hook_file).unlink(missing_ok=True)
    assert recording.files() == recording.before
