"""`hookwright check` with ShellCheck on the PATH."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm
from tests.shellcheck import folder_with_shellcheck, needs_shellcheck

pytestmark = needs_shellcheck

FILE = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo \\"é\\" $x"}]}]}}'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", folder_with_shellcheck(tmp_path / "bin") + ":/usr/bin:/bin")
    file = tmp_path / "project" / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(FILE)
    return tmp_path / "project"


def _check(project: Path, *words: str) -> list[dict[str, Any]]:
    command = warm.hookwright("check", "--format", "json", *words)
    done = subprocess.run(command, capture_output=True, cwd=project, check=False)
    assert done.stderr == b""
    files = json.loads(done.stdout)["files"]
    return [one for it in files for one in it["diagnostics"]]


def test_its_findings_are_among_the_others(project: Path) -> None:
    (found,) = _check(project)

    assert (found["code"], found["severity"]) == ("HW509", "information")
    start, end = (found["range"][it]["character"] for it in ("start", "end"))
    assert FILE[start:end] == "$x"


def test_it_can_be_switched_off(project: Path) -> None:
    assert _check(project, "--ignore", "HW509") == []
    (project / "hookwright.json").write_text('{"rules": {"shell-lint": "off"}}')
    assert _check(project) == []


def test_its_fixes_are_made_where_unsafe_ones_are_wanted(project: Path) -> None:
    file = project / ".claude" / "settings.json"

    assert len(_check(project, "--fix")) == 1
    assert file.read_text() == FILE
    assert _check(project, "--fix", "--unsafe") == []
    assert file.read_text() == FILE.replace("$x", '\\"$x\\"')


def test_no_program_of_the_project_is_started(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = project / "bin"
    inside.mkdir()
    (inside / "shellcheck").write_text(f"#!/bin/sh\ntouch '{project}/ran'\n")
    (inside / "shellcheck").chmod(0o755)
    monkeypatch.setenv("PATH", f"{inside}:bin:.")

    assert _check(project) == []
    assert not (project / "ran").exists()
