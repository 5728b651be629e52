"""`hookwright status`, `list` and `history` as somebody runs them (A18)."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm

_FILE = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo no >&2; exit 2", "timeout": 5}]}]}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    file = tmp_path / "project" / ".ai_agents" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(_FILE), encoding="utf-8")
    return tmp_path / "project"


def _run(project: Path, *words: str, payload: dict[str, Any] | None = None, **environ: str) -> Any:
    home = project.parent / "home"
    environment = {**os.environ, "HOME": str(home), "HOOKWRIGHT_STATE_DIR": str(project.parent / "state"), **environ}
    command = warm.hookwright(*words)
    stdin = None if payload is None else json.dumps(payload)
    done = subprocess.run(
        command, input=stdin, capture_output=True, env=environment, encoding="utf-8", cwd=project, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout) if "json" in words or "dispatch" in words else done.stdout


def _dispatch(project: Path, **environ: str) -> Any:
    return _run(project, "dispatch", "PreToolUse", "--payload", "-", payload={"tool_name": "Bash"}, **environ)


def test_a18_status_and_list_tell_what_is_there(project: Path) -> None:
    _dispatch(project)
    status = _run(project, "status", "--format", "json")
    assert (status["hooks"], status["events"], status["runs"]["runs"], status["runs"]["blocked"]) == (1, 1, 1, 1)
    page = _run(project, "status", "--format", "markdown")
    assert page.startswith("# Hooks: enabled\n\n1 hook on 1 event ")
    told = _run(project, "status")
    assert told.startswith(f"Hooks: enabled\n1 hook on 1 event for {project}\n\nAI agents: enabled\n")
    for columns in (("PreToolUse", "1"), (".ai_agents/settings.json", "project", "1")):
        assert columns in _rows(told)
    assert ("echo no >&2; exit 2", "1", "0", "1") in [it[:4] for it in _rows(told)]
    (dialect,) = _run(project, "list", "--format", "json")["dialects"]
    assert [it["command"] for it in dialect["hooks"]] == ["echo no >&2; exit 2"]
    page = _run(project, "list", "--format", "markdown")
    assert "1. **PreToolUse** `*`: `echo no >&2; exit 2`\n   - time-out 5 s\n" in page
    told = _run(project, "list")
    assert told.startswith("AI agents\nEvent ")
    assert _rows(told)[-1] == ("PreToolUse", "*", "echo no >&2; exit 2", "5 s", "project", ".ai_agents/settings.json")
    assert _run(project, "list", "--dialect", "agent-spec") == "Agent spec\nno hooks\n"
    (project / ".ai_agents" / "settings.json").unlink()
    assert _run(project, "list") == "no hooks are configured; `hookwright init` creates one\n"
    assert _run(project, "list", "--dialect", "agent-spec", "--format", "json")["dialects"][0]["hooks"] == []


def _rows(table: str) -> list[tuple[str, ...]]:
    """The cells of every line; two blanks or more part them."""
    return [tuple(re.split(r" {2,}", it.strip())) for it in table.splitlines()]


def test_history_has_dispatches_and_test_fires(project: Path) -> None:
    answer = _dispatch(project)
    _run(project, "fire", ".ai_agents/settings.json", "--at", "/hooks/PreToolUse")
    found = _run(project, "history", "--format", "json")["dispatches"]
    assert [it["origin"] for it in found] == ["fire", "dispatch"]
    assert found[1]["dispatchId"] == answer["dispatchId"]
    assert found[1]["runs"][0]["stderr"] == "no\n"
    assert _run(project, "history", "--format", "json", "--limit", "1")["dispatches"] == found[:1]
    assert _run(project, "history", "--format", "json", "--event", "Stop")["dispatches"] == []
    hook = answer["runs"][0]["hook"]["id"]
    assert len(_run(project, "history", "--format", "json", "--hook", hook)["dispatches"]) == 2
    heading, _, _, *rows = _rows(_run(project, "history"))
    assert heading == (f"of {project}, AI agents",)
    assert [(it[0], *it[2:6], *it[7:]) for it in rows] == [
        (number, "PreToolUse", "deny", "echo no >&2; exit 2", "blocked", "no", "2", by)
        for number, by in (("#2", "you"), ("#1", "agent"))
    ]


def test_a_late_run_is_recorded_before_the_command_ends(project: Path) -> None:
    file = project / ".agent" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": {"PostToolUse": [{"command": "echo late; exit 3"}]}}), encoding="utf-8")
    answer = _run(
        project, "dispatch", "PostToolUse", "--dialect", "agent-spec", "--payload", "-", payload={"tool_name": "X"}
    )
    assert [it["status"] for it in answer["runs"]] == ["running"]
    ((run,),) = (it["runs"] for it in _run(project, "history", "--format", "json")["dispatches"])
    assert (run["status"], run["exitCode"], run["stdout"]) == ("failed", 3, "late\n")


def test_without_a_journal_all_works_and_nothing_is_kept(project: Path) -> None:
    assert _dispatch(project, HOOKWRIGHT_JOURNAL="off")["blocked"]
    assert not (project.parent / "state").exists()
    assert _run(project, "history") == "nothing is recorded\n"
    assert _run(project, "history", "--event", "Stop") == "nothing is recorded that matches\n"
