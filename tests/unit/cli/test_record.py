"""`hookwright record` as somebody runs it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm

from hookwright.engine.journal.payloads import NewPayload, add_payload


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    return tmp_path / "project"


def _run(project: Path, *words: str, code: int = 0, **environ: str) -> Any:
    folders = {"HOME": str(project.parent / "home"), "HOOKWRIGHT_STATE_DIR": str(project.parent / "state")}
    environment = {**os.environ, **folders, **environ}
    done = subprocess.run(
        warm.hookwright("record", *words),
        capture_output=True,
        env=environment,
        encoding="utf-8",
        cwd=project,
        check=False,
    )
    assert done.returncode == code, done.stderr
    if code:
        return done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout) if "json" in words else done.stdout


def test_on_status_and_off(project: Path) -> None:
    file = project / ".claude" / "settings.local.json"
    said = _run(project, "on", "--events", "PreToolUse, Stop")
    assert said.splitlines()[0] == f"Claude Code now records 2 events: changed {file}"
    assert f"git does not ignore `{file}`: run `echo .claude/settings.local.json >> .gitignore`" in said
    assert _run(project, "on", "--events", "PreToolUse,Stop").startswith("Claude Code records 2 events already: see ")
    (project / ".gitignore").write_text("settings.local.json\n", encoding="utf-8")
    status = _run(project, "status", "--format", "json")
    (recorded,) = status["files"]
    assert (recorded["agent"], recorded["path"], recorded["scope"]) == ("claude-code", str(file), "local")
    assert (recorded["events"], recorded["exposed"], recorded["problem"]) == (["PreToolUse", "Stop"], False, None)
    assert f"Claude Code: PreToolUse, Stop\n    in {file} (local)\n" in _run(project, "status")
    assert _run(project, "off") == f"Claude Code no longer records: removed {file}\n"
    assert not file.parent.exists()
    assert _run(project, "off") == "nothing is recorded\n"


def test_list_and_doctor_know_it(project: Path) -> None:
    _run(project, "on", "--events", "PreToolUse,Stop")
    file = project / ".claude" / "settings.local.json"
    environment = {**os.environ, "HOME": str(project.parent / "home")}

    def printed(*words: str) -> str:
        command = warm.hookwright(*words)
        return subprocess.run(
            command, capture_output=True, env=environment, encoding="utf-8", cwd=project, check=False
        ).stdout

    assert f"no hooks\n{file} records payloads on 2 events; `hookwright record off` ends that\n" in printed("list")
    assert "records payloads on 2 events" in printed("list", "--format", "markdown")
    assert "records payloads on 2 events" in " ".join(printed("doctor").split())
    assert "no problems" in printed("check")


def test_status_says_how_much_there_is_and_clear_deletes_it(project: Path) -> None:
    journal = str(project.parent / "state" / "journal.sqlite3")
    assert "There are no recorded payloads." in _run(project, "status")
    for tool in ("Bash", "Edit"):
        add_payload(journal, NewPayload(4e9, "codex", "", "PreToolUse", tool, "/p", "", {"tool_name": tool}))
    said = _run(project, "status")
    assert "2 payloads are recorded, 1 KB in all; the oldest is from just now.\n" in said
    assert "        2  codex  PreToolUse\n" in said
    assert "`hookwright record clear` deletes them.\n" in said
    assert _run(project, "clear") == "deleted 2 payloads\n"
    assert _run(project, "status", "--format", "json")["payloads"]["count"] == 0


def test_what_is_kept_can_be_set(project: Path) -> None:
    _run(project, "on", "--days", "2", "--count", "50")
    assert _run(project, "status", "--format", "json")["limits"] == {"days": 2, "count": 50, "size": 16 << 20}
    _run(project, "on", "--size", "1")
    assert _run(project, "status", "--format", "json")["limits"] == {"days": 2, "count": 50, "size": 1 << 20}


def test_an_agent_that_asks_for_approval_is_said_to(project: Path) -> None:
    said = _run(project, "on", "--agent", "codex")
    assert "runs these hooks only once you approve them there, with `/hooks`" in said
    assert (project.parent / "home" / ".codex" / "hooks.json").exists()
    _run(project, "off", "--agent", "codex")
    assert not (project.parent / "home" / ".codex" / "hooks.json").exists()


def test_mistakes_are_told(project: Path) -> None:
    assert "`PreToolUsing` is not an event of Claude Code" in _run(project, "on", "--events", "PreToolUsing", code=2)
    assert "no hook file for one machine" in _run(project, "on", "--agent", "cline", code=2)
    assert "unset it" in _run(project, "status", HOOKWRIGHT_JOURNAL="off")
    assert not (project / ".claude").exists()


def test_a_recorder_that_is_gone_is_reported(project: Path) -> None:
    _run(project, "on", "--events", "Stop")
    file = project / ".claude" / "settings.local.json"
    text = file.read_text(encoding="utf-8")
    start = text.index("/", text.index('"command": ') + 10)
    gone = "/gone/python3 -I -S /gone/hookwright/recording/recorder.py"
    file.write_text(text[:start] + gone + text[text.index(" claude-code", start) :], encoding="utf-8")
    said = _run(project, "status")
    assert (
        "nothing is recorded: `/gone/python3` is no longer there: run `hookwright record on --agent claude-code`"
        in said
    )
    _run(project, "on", "--events", "Stop")
    assert "no longer there" not in _run(project, "status")
    _run(project, "off")
    assert not file.exists() or json.loads(file.read_text(encoding="utf-8")) == {}
