"""What `list`, `status`, `explain` and `doctor` say of files that cannot be read, and from a folder below them."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests import warm

_GOOD = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    (tmp_path / "project" / ".claude").mkdir(parents=True)
    return tmp_path / "project"


def _run(folder: Path, *words: str, code: int = 0) -> str:
    home = next(it for it in folder.parents if (it / "home").is_dir()) / "home"
    environment = {**os.environ, "HOME": str(home), "HOOKWRIGHT_STATE_DIR": str(home / "state")}
    done = subprocess.run(
        warm.hookwright(*words), capture_output=True, env=environment, encoding="utf-8", cwd=folder, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def _truncated(path: Path) -> str:
    path.write_text('{"hooks": {')
    return f"{path}:1:11: not valid JSON"


def _in_another_encoding(path: Path) -> str:
    path.write_bytes(b"\xff\xfe{\x00}\x00")
    return f"{path}: not UTF-8 at byte 0"


def _link_to_nothing(path: Path) -> str:
    path.symlink_to("nowhere.json")
    return f"{path}: a broken link"


@pytest.mark.parametrize("broken", [_truncated, _in_another_encoding, _link_to_nothing])
def test_what_is_broken_is_said_where_there_are_no_hooks(project: Path, broken: Callable[[Path], str]) -> None:
    said = broken(project / ".claude" / "settings.json")

    listed, status = _run(project, "list"), _run(project, "status")
    explained = _run(project, "explain", "PreToolUse")

    assert listed.startswith(f"Claude Code\n! {said}")
    assert status.startswith(f"Hooks: broken\nNo hooks can be read for {project}\n\nClaude Code: broken\n! {said}")
    assert explained.startswith(f"! {said}")
    for text in (listed, status, explained, _run(project, "list", "--format", "markdown")):
        assert not {"no hooks", "No hooks.", "No hooks are configured for this event."} & set(text.splitlines())
    told = json.loads(_run(project, "explain", "PreToolUse", "--format", "json"))
    assert [it.startswith(said) for it in told["problems"]] == [True]


def test_doctor_does_not_offer_a_first_hook_where_a_file_is_broken(project: Path) -> None:
    said = _in_another_encoding(project / ".claude" / "settings.json")

    found = json.loads(_run(project, "doctor", "--format", "json", code=1))

    checks: list[dict[str, Any]] = [it for it in found["checks"] if it["area"] == "Hook files"]
    assert [(it["state"], it["says"].startswith(said)) for it in checks] == [("broken", True)]


@pytest.mark.parametrize(("suffix", "text"), [("toml", "[hooks\n"), ("json", "{")])
def test_doctor_names_the_notation_of_a_broken_file(project: Path, suffix: str, text: str) -> None:
    path = project / ".codex" / {"toml": "config.toml", "json": "hooks.json"}[suffix]
    path.parent.mkdir()
    path.write_text(text)

    found = json.loads(_run(project, "doctor", "--format", "json", code=1))

    (check,) = (it for it in found["checks"] if it["what"] == str(path))
    assert check["says"].endswith(f"; is not valid {suffix.upper()}")


def test_an_agent_without_hooks_has_none(project: Path) -> None:
    (project / ".claude" / "settings.json").write_text('{"hooks": {}}')

    assert _run(project, "list") == "Claude Code\nno hooks\n"
    assert _run(project, "status").startswith("Hooks: enabled\n0 hooks on 0 events")
    assert _run(project, "explain", "PreToolUse").endswith("No hooks are configured for this event.\n")


def test_from_a_folder_below_the_project_is_found(project: Path) -> None:
    (project / ".claude" / "settings.json").write_text(json.dumps(_GOOD))
    below = project / "src" / "deep"
    below.mkdir(parents=True)

    assert _run(below, "list").startswith(f"In the project {project}:\n\nClaude Code\nEvent ")
    assert _run(below, "explain", "PreToolUse").startswith(f"In the project {project}:\n\nPreToolUse (Claude Code): 1 ")
    assert json.loads(_run(below, "status", "--format", "json"))["projectDir"] == str(project)
    assert f"In the project {project}:" in _run(below, "doctor")
    fired = json.loads(_run(below, "dispatch", "PreToolUse", "--payload", '{"tool_name": "Bash"}'))
    assert len(fired["runs"]) == 1
    assert _run(below, "list", "--project", ".").startswith("no hooks are configured")
    assert _run(project, "list").startswith("Claude Code\nEvent ")


def test_a_check_below_a_project_looks_there_and_names_the_project(project: Path) -> None:
    (project / ".claude" / "settings.json").write_text("{")
    below = project / "src" / "my tests"
    below.mkdir(parents=True)

    assert _run(below, "check") == (
        "no hook files were found below this folder; `hookwright check ../..` checks those of the project\n"
    )
    assert "HW001" in _run(below, "check", "../..", code=1)
