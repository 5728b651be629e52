"""The guards that `add` writes stop what the lists say, and nothing else; they really run, on Claude Code's payloads.

In a cage, its project is where the lists assume it to be: in a home folder, and not among temporary files.
"""

from __future__ import annotations

import compileall
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cage import needs_cage
from tests.guards import HOME, Danger, Kind, dangers

from hookwright.cli import hookwright
from hookwright.dialects import by_id
from hookwright.samples.built_in import samples

_PROJECT = f"{HOME}/shop"
# A virtual environment may be in a home folder, which the cage hides; the guards need nothing of it, nor of the
# packages beside the interpreter, which make a start take twice as long.
_PYTHON = os.path.realpath(sys.executable)
_SHOWN = ("--ro-bind", sys.base_prefix, sys.base_prefix) if sys.base_prefix.startswith("/home/") else ()
_SHARE = 0.98
_PROTECTED = "protected"
"""The danger that is no danger where nothing is protected: its guard refuses every commit to `main`."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository on the branch `main`, without a guard."""
    needs_cage()
    made = tmp_path_factory.mktemp("project")
    (made / ".git").mkdir()
    (made / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return made


@pytest.mark.sweep
def test_the_guards_hold(project: Path) -> None:
    held = dangers()
    protected = held.pop(_PROTECTED)
    guard = _added(project, *held)
    passed = [it for danger in held.values() for it in _passed(guard, danger, "destructive")]
    refused = [it for danger in held.values() for it in _refused(guard, danger, "harmless")]
    guard = _added(project, _PROTECTED)
    passed += _passed(guard, protected, "destructive")
    refused += _refused(guard, protected, "harmless")
    listed = sum(len(it.destructive) for it in dangers().values())
    assert len(passed) <= (1 - _SHARE) * listed, passed
    assert refused == []


def _added(project: Path, *names: str) -> Path:
    """The script of the guard after these rules were added to it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(project)
        assert CliRunner().invoke(hookwright, ["add", *names]).exit_code == 0
    # The cage lets the guard write nothing, so that it would be compiled for each command.
    compileall.compile_dir(project / ".claude", quiet=1)
    return project / ".claude" / "hooks" / "guard.py"


def _refused(guard: Path, danger: Danger, kind: Kind) -> list[str]:
    """The commands of a list that the guard refuses."""
    passed = _passed(guard, danger, kind)
    return [it for it in (entry.at(_PROJECT, HOME) for entry in danger.of(kind)) if it not in passed]


def _passed(guard: Path, danger: Danger, kind: Kind) -> list[str]:
    """The commands of a list that the guard lets pass."""
    commands = [it.at(_PROJECT, HOME) for it in danger.of(kind)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        refused = threads.map(lambda it: _refuses(guard, it), commands)
        return [command for command, stops in zip(commands, refused, strict=True) if not stops]


def _refuses(guard: Path, command: str) -> bool:
    sample = next(it for it in samples(by_id("claude-code"), "PreToolUse", project_dir=_PROJECT) if it.name == "Bash")
    payload = {**sample.payload, "tool_input": {"command": command}}
    environment = {**os.environ, "HOME": HOME, "CLAUDE_PROJECT_DIR": _PROJECT}
    project = str(guard.parents[2])
    cage = ("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/home", *_SHOWN)
    script = f"{_PROJECT}/{guard.relative_to(project)}"
    done = subprocess.run(
        [*cage, "--ro-bind", project, _PROJECT, "--chdir", _PROJECT, "--", _PYTHON, "-S", script],
        input=json.dumps(payload),
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (0, 2), done.stderr
    answer = json.loads(done.stdout) if done.stdout.strip() else {}
    decision = answer.get("hookSpecificOutput", {}).get("permissionDecision")
    return done.returncode == 2 or decision in ("deny", "ask")
