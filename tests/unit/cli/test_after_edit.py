"""`hookwright after-edit`: the model reads what is wrong in what it edited, and nothing of all other files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_GUARD = "#!/bin/sh\necho 'Blocked: not here' >&2\nexit 1\n"


def edited(project: Path, payload: object) -> tuple[int, str]:
    """The exit code, and what the model reads."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    command = [sys.executable, "-m", "hookwright", "after-edit"]
    done = subprocess.run(command, cwd=project, input=text, capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr


def edit(project: Path, path: str) -> tuple[int, str]:
    """The same for an edit of that file."""
    return edited(project, {"tool_name": "Edit", "cwd": str(project), "tool_input": {"file_path": path}})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A guard that refuses nothing, in a hook file that is right."""
    (tmp_path / ".claude").mkdir()
    hook = {"type": "command", "command": 'sh "${CLAUDE_PROJECT_DIR}/guard.sh"'}
    settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}}
    (tmp_path / ".claude" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    (tmp_path / "guard.sh").write_text(_GUARD, encoding="utf-8")
    (tmp_path / "other.sh").write_text(_GUARD, encoding="utf-8")
    return tmp_path


def test_a_script_of_a_hook(project: Path) -> None:
    code, told = edit(project, str(project / "guard.sh"))
    assert code == 2
    assert told.startswith("hookwright found mistakes in guard.sh. Correct them:\nline 3 (HW511): `exit 1`")
    assert "\n  fix: " in told
    (project / "guard.sh").write_text(_GUARD.replace("exit 1", "exit 2"), encoding="utf-8")
    assert "HW511" not in edit(project, "guard.sh")[1]


def test_a_hook_file(project: Path) -> None:
    assert edit(project, ".claude/settings.json") == (0, "")
    file = project / ".claude" / "settings.json"
    file.write_text(file.read_text(encoding="utf-8").replace("PreTool", "PreTol"), encoding="utf-8")
    code, told = edit(project, ".claude/settings.json")
    assert (code, "did you mean `PreToolUse`?" in told) == (2, True)


@pytest.mark.parametrize("path", ["other.sh", "missing.sh", ".claude", "README.md"])
def test_nothing_is_said_of_other_files(project: Path, path: str) -> None:
    (project / "README.md").write_text("PreTolUse", encoding="utf-8")
    assert edit(project, path) == (0, "")


@pytest.mark.parametrize("payload", ["", "{", "[]", "{}", '{"tool_input": 1}', '{"tool_input": {"file_path": 1}}'])
def test_a_payload_of_another_form_stops_nobody(project: Path, payload: str) -> None:
    assert edited(project, payload) == (0, "")
