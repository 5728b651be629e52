"""The helpers as an agent runs them: processes that get an event."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.dialects import by_id
from hookwright.guards.helpers import HELPERS, plan_helper


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with all helpers, and a folder `bin` for programs."""
    for helper in HELPERS:
        for it in plan_helper(by_id("claude-code"), helper, lambda _: None).new:
            path = tmp_path / it.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(it.text)
    (tmp_path / "bin").mkdir()
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-C", str(tmp_path)]
    for command in (["init", "-q", "-b", "trunk"], ["commit", "-q", "--allow-empty", "-m", "First steps"]):
        subprocess.run([*git, *command], check=True)
    return tmp_path


def _program(project: Path, name: str, text: str) -> None:
    path = project / "bin" / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def _run(project: Path, script: str, event: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, str(project / ".claude" / "hooks" / script)]
    environ = {"PATH": f"{project}/bin:{os.environ['PATH']}", "HOME": str(project)}
    given = event if isinstance(event, str) else json.dumps(event)
    return subprocess.run(words, input=given, capture_output=True, cwd=project, env=environ, text=True, check=False)


def test_the_formatter_of_a_language_formats_what_was_changed(project: Path) -> None:
    _program(project, "ruff", 'echo formatted > "$3"')
    (project / "a.py").write_text("x=1")
    outside = project.parent / "outside.py"
    outside.write_text("x=1")
    for path in (str(project / "a.py"), str(outside), "missing.py", "a.unknown"):
        done = _run(project, "format_files.py", {"tool_name": "Edit", "tool_input": {"file_path": path}})
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (project / "a.py").read_text() == "formatted\n"
    assert outside.read_text() == "x=1"
    assert _run(project, "format_files.py", "{").returncode == 0


def test_failing_tests_keep_the_agent_going_once(project: Path) -> None:
    script = "tests_before_stop.py"
    assert _run(project, script, {}).returncode == 0, "no file tells how the tests are run"
    (project / "package.json").write_text("{}")
    _program(project, "npm", "echo two tests fail; exit 1")
    failed = _run(project, script, {"stop_hook_active": False})
    assert failed.returncode == 2
    assert failed.stderr == "`npm test --silent` fails; repair what you changed:\ntwo tests fail\n"
    assert _run(project, script, {"stop_hook_active": True}).returncode == 0
    _program(project, "npm", "exit 0")
    assert _run(project, script, {"stop_hook_active": False}).returncode == 0
    assert _run(project, script, "{").returncode == 0


def test_a_notification_says_what_the_agent_says(project: Path) -> None:
    _program(project, "notify-send", f'printf "%s|" "$@" > {project}/said')
    assert _run(project, "notify.py", {"message": "May I?"}).returncode == 0
    assert (project / "said").read_text() == "--|Your agent waits for you|May I?|"
    assert _run(project, "notify.py", "{").returncode == 0


def test_a_session_begins_with_what_is_true_of_the_project(project: Path) -> None:
    (project / "new.txt").write_text("")
    done = _run(project, "session_context.py", {"source": "startup"})
    assert done.returncode == 0
    assert done.stdout.startswith("The branch:\ntrunk\n\nWhat is not committed:\n")
    assert "?? new.txt" in done.stdout
    assert "First steps" in done.stdout
