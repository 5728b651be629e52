"""What `make oracle` does around a measurement: it tries again, takes names, and never runs with the network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.oracle.__main__ import Change, confirmed, measured
from tests.oracle.reading import picked, told_in
from tests.oracle.recordings import Experiment, Fact, Json
from tests.oracle.running import Seen
from tests.oracle.words import marks_in

from hookwright.proving.agents.agent import Agent

_ROOT = Path(__file__).parents[2]
_OFFLINE = _ROOT / "tests" / "hosts" / "offline.sh"
_UNAVAILABLE = 69
# Runs its hook, but not in its first run: a file remembers that.
_AGENT = """#!/bin/sh
if [ -e "$RUNS" ]; then
  echo '{"id": "h", "what": "start", "payload": {"hook_event_name": "PreToolUse"}}' >> ../hooks.log
fi
echo run >> "$RUNS"
"""


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A file with a line for each run of the agent."""
    (tmp_path / "agent.sh").write_text(_AGENT, encoding="utf-8")
    (tmp_path / "agent.sh").chmod(0o755)
    (tmp_path / "work").mkdir()
    return tmp_path / "runs"


def changes(runs: Path, *fired: str) -> tuple[list[Change], bool]:
    """What is said of the agent where the recording has these hooks."""
    hook = {"type": "command", "command": "@HOOK@ --id h"}
    setup = {"turns": [], "env": {"RUNS": str(runs)}, "files": {"hooks.json": {"PreToolUse": [{"hooks": [hook]}]}}}
    experiment = Experiment("codex", "some", "", setup, (Fact("PreToolUse", {}, None, fired),))
    agent = Agent(
        id="codex",
        package="some",
        measured="1.0.0",
        program="agent.sh",
        environment=lambda _url, _state: {},
        files=lambda _url, _project, _setup: {},
        command=lambda _state, _setup: [],
    )
    folder = runs.parent
    return confirmed(lambda: list(measured(agent, folder, experiment, folder / "work")))


def test_what_differs_only_once_is_no_change(runs: Path) -> None:
    assert changes(runs, "h") == ([], True)
    assert len(runs.read_text().splitlines()) == 2


def test_what_differs_again_is_a_change_as_the_second_run_has_it(runs: Path) -> None:
    found, unsteady = changes(runs, "other")

    assert [(it.event, it.fired) for it in found] == [("PreToolUse", ["h"])]
    assert not unsteady
    assert len(runs.read_text().splitlines()) == 2


def test_what_agrees_is_not_run_again(runs: Path) -> None:
    runs.write_text("earlier\n", encoding="utf-8")

    assert changes(runs, "h") == ([], False)
    assert len(runs.read_text().splitlines()) == 2


def test_the_marks_of_every_line_of_a_result_count() -> None:
    assert marks_in(json.dumps({"output": "before CTX_a\nCTX_b\nTXT_c"})) == {"CTX_a", "CTX_b", "TXT_c"}


def test_only_the_calls_and_marks_that_an_experiment_is_about_count() -> None:
    hooks: list[Json] = [{"payload": {"tool_name": "Skill"}}, {"payload": {"tool_name": "Bash"}}, {"payload": {}}]
    said = (("user", "text", "CTX_a CTX_b"), ("model", "text", "CTX_c"))
    seen = Seen(tuple(hooks), (said,), {}, (), 0)

    assert picked(seen, {"pick": {"tool_name": "Bash"}}).hooks == tuple(hooks[1:])
    assert told_in(seen, {"marks": {"Stop": ["CTX_b", "CTX_c"]}}, "Stop") == {"CTX_b"}
    assert told_in(seen, {}, "Stop") == {"CTX_a", "CTX_b"}


def test_a_name_that_no_experiment_has_is_an_error() -> None:
    command = [sys.executable, "-m", "tests.oracle", "codex", "gemini-cli", "--only", "no-such-experiment"]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "no experiment of codex, gemini-cli has `no-such-experiment` in its name" in done.stderr


def test_make_hands_the_name_over() -> None:
    command = ["make", "--dry-run", "oracle", "AGENTS=codex", "ONLY=exit.pre"]
    environ = {name: it for name, it in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(command, cwd=_ROOT, env=environ, capture_output=True, text=True, check=True)
    lines = [it for it in done.stdout.splitlines() if "-m tests.oracle" in it]

    assert len(lines) == 2
    assert all("--only 'exit.pre' codex" in it for it in lines)
    assert "offline.sh" in lines[-1]


@pytest.fixture
def connected(tmp_path: Path) -> dict[str, str]:
    """The environment of a system that lets nobody cut the network off."""
    refuses = tmp_path / "unshare"
    refuses.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    refuses.chmod(0o755)
    environ = {name: it for name, it in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return {**environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


def test_nothing_runs_where_the_network_cannot_be_cut_off(tmp_path: Path, connected: dict[str, str]) -> None:
    mark = tmp_path / "ran"

    done = subprocess.run([_OFFLINE, "touch", mark], env=connected, capture_output=True, text=True, check=False)

    assert done.returncode == _UNAVAILABLE
    assert "the network cannot be cut off" in done.stderr
    assert not mark.exists()


@pytest.mark.parametrize(("target", "code"), [("try-hosts", 0), ("e2e-hosts", 2)])
def test_hosts_are_not_started_there_either(target: str, code: int, tmp_path: Path, connected: dict[str, str]) -> None:
    """`try-hosts` says so and passes, as where a host cannot be had."""
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho \"$@\" >> '{tmp_path}/started'\n", encoding="utf-8")
    python.chmod(0o755)
    done_before = [it for name in (".venv/.dev-installed", "opencode-plugin") for it in ("--old-file", name)]
    given = [f"BIN={tmp_path}", "APART=", "HAS_NODE=false"]

    done = subprocess.run(
        ["make", *done_before, target, *given], cwd=_ROOT, env=connected, capture_output=True, text=True, check=False
    )

    assert done.returncode == code, done.stderr
    assert (tmp_path / "started").read_text(encoding="utf-8") == "-m tests.hosts.install\n"
    assert "the network cannot be cut off" in done.stderr
    assert ("NOT TESTED" in done.stderr) == (code == 0)


def test_a_command_has_no_network_but_the_loopback(tmp_path: Path) -> None:
    shown = subprocess.run(
        [_OFFLINE, "cat", "/proc/net/dev"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if shown.returncode == _UNAVAILABLE:
        pytest.skip("this system lets nobody cut the network off")

    interfaces = [it.partition(":")[0].strip() for it in shown.stdout.splitlines()[2:]]
    assert "lo" in interfaces
    assert not [it for it in interfaces if it.startswith(("eth", "en", "wl"))]
