"""`hookwright export`: JSON lines with decisions and the state of guards, each once, and nothing of payloads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_TOKEN = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyz"
_GUARD = f"grep -q rm && {{ echo 'no {_TOKEN}' >&2; exit 2; }}; exit 0"


def _project(tmp_path: Path) -> Path:
    settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": _GUARD}]}]}}
    (tmp_path / "project" / ".claude").mkdir(parents=True)
    (tmp_path / "project" / ".claude" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    return tmp_path / "project"


def _run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "HOOKWRIGHT_STATE_DIR": str(project.parent / "state")}
    command = [sys.executable, "-m", "hookwright", *arguments]
    return subprocess.run(command, cwd=project, env=environ, capture_output=True, text=True, check=False)


def _dispatch(project: Path, command: str) -> None:
    payload = json.dumps({"tool_name": "Bash", "tool_input": {"command": command}})
    assert _run(project, "dispatch", "PreToolUse", "--payload", payload).returncode == 0


def _exported(project: Path, *arguments: str) -> list[dict[str, Any]]:
    done = _run(project, "export", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(it) for it in done.stdout.splitlines()]


def test_decisions_and_guards_are_exported_without_payloads_and_secrets(tmp_path: Path) -> None:
    project = _project(tmp_path)
    _dispatch(project, "rm -rf /the/very/secret/place")

    dispatch, guard = _exported(project)

    assert (dispatch["kind"], dispatch["agent"], dispatch["tool"]) == ("dispatch", "claude-code", "Bash")
    assert (dispatch["decision"], dispatch["reason"]) == ("deny", "no [redacted: GitHub token]")
    assert [(it["status"], it["exitCode"]) for it in dispatch["runs"]] == [("blocked", 2)]
    assert (guard["kind"], guard["agent"], guard["state"], guard["isGuard"]) == ("guard", "claude-code", "leaks", True)
    assert guard["project"] == str(project)
    written = json.dumps([dispatch, guard])
    assert "secret" not in written
    assert _TOKEN not in written


def test_a_cursor_gives_each_dispatch_once(tmp_path: Path) -> None:
    project, cursor = _project(tmp_path), str(tmp_path / "cursor")
    arguments = ("--no-guards", "--cursor", cursor)
    _dispatch(project, "rm a")
    assert len(_exported(project, *arguments)) == 1
    assert _exported(project, *arguments) == []
    _dispatch(project, "ls")
    (new,) = _exported(project, *arguments)
    assert new["decision"] is None


def test_a_journal_that_was_deleted_is_exported_from_its_beginning(tmp_path: Path) -> None:
    project, cursor = _project(tmp_path), str(tmp_path / "cursor")
    for _ in range(2):
        _dispatch(project, "ls")
    assert len(_exported(project, "--no-guards", "--cursor", cursor)) == 2
    for it in (tmp_path / "state").glob("journal.sqlite3*"):
        it.unlink()
    _dispatch(project, "rm b")
    assert len(_exported(project, "--no-guards", "--cursor", cursor)) == 1


def test_only_one_project_and_only_the_newest(tmp_path: Path) -> None:
    project = _project(tmp_path)
    _dispatch(project, "ls")
    assert _exported(project, "--no-guards", "--project", str(tmp_path)) == []
    assert _exported(project, "--no-guards", "--since", "2999-01-01") == []
    assert len(_exported(project, "--no-guards", "--project", str(project), "--since", "1d")) == 1


def test_a_file_that_is_no_cursor_is_left_alone(tmp_path: Path) -> None:
    project = _project(tmp_path)
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    done = _run(project, "export", "--cursor", str(tmp_path / "notes"))
    assert done.returncode == 2
    assert "name another file, or delete it" in done.stderr
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "mine"
