"""`hookwright seen` as somebody runs it: in a project, on the files of real agents."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
from tests import warm
from tests.unit.sessions.homes import Home, failed, settings


@pytest.fixture
def home(tmp_path: Path) -> Home:
    project = (tmp_path / "shop").resolve()
    settings(project, {"PreToolUse": [("Bash", "bash guard.sh"), ("Bash", "true")]})
    home = Home(tmp_path / "home", project)
    home.write("claude-code", [failed(1, "bash guard.sh", str(project), at="2020-07-12T10:00:00Z")])
    return home


def _run(home: Home, *words: str, code: int = 0) -> str:
    environment = {**os.environ, "HOME": str(home.folder), "HOOKWRIGHT_STATE_DIR": str(home.folder / "state")}
    command = warm.hookwright("seen", *words)
    done = subprocess.run(
        command, capture_output=True, env=environment, encoding="utf-8", cwd=home.project, check=False
    )
    assert done.returncode == code, done.stderr
    return done.stdout or done.stderr


def test_it_says_what_is_wrong_where_and_since_when(home: Home) -> None:
    told = _run(home)
    assert ".claude/settings.json:7  PreToolUse Bash  bash guard.sh" in told
    assert "failed in 1 of 1 recorded run since 12 July 2020: /bin/sh: 1: jq: not found" in told
    assert ".claude/settings.json:16  PreToolUse Bash  true" in told
    assert "does not record runs that exit with 0 and print nothing" in told


def test_json_has_everything(home: Home) -> None:
    data = json.loads(_run(home, "--format", "json"))
    (agent,) = data["agents"]
    assert (data["projectDir"], agent["dialect"], agent["files"]) == (str(home.project), "claude-code", 1)
    assert [(it["failed"], it["place"]["line"]) for it in agent["hooks"]] == [(1, 7), (0, 16)]


def test_since_agent_and_project_choose(home: Home, tmp_path: Path) -> None:
    (agent,) = json.loads(_run(home, "--since", "7d", "--format", "json"))["agents"]
    assert [it["runs"] for it in agent["hooks"]] == [0, 0]
    (agent,) = json.loads(_run(home, "--agent", "codex", "--format", "json"))["agents"]
    assert (agent["dialect"], agent["hooks"]) == ("codex", [])
    other = tmp_path / "other"
    other.mkdir()
    assert "No agent has recorded anything of hooks" in _run(home, "--project", str(other))
    assert "is not a time" in _run(home, "--since", "soon", code=2)
    assert "`nobody`" in _run(home, "--agent", "nobody", code=2)


def test_a_page_is_written_for_its_reader_alone(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert _run(home, "--format", "html", "--output", str(file)) == ""
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert _run(home, "--format", "html").startswith("<!doctype html>")
    _run(home, "--output", str(file))
    assert "failed in 1 of 1 recorded run" in file.read_text(encoding="utf-8")
    assert "cannot be written" in _run(home, "--output", str(tmp_path / "none" / "page.html"), code=2)
