"""`hookwright check --fix --unsafe` creates what is missing, and what it created does as its dialect says."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests import warm

from hookwright import HookService
from hookwright.model.reaction import Decision

NAMES = ("guard.sh", "guard.py")


def _project(folder: Path, name: str) -> Path:
    file = folder / ".clawdcode" / "settings.json"
    file.parent.mkdir()
    hook = {"type": "command", "command": f"./hooks/{name}"}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
    return folder


def _check(project: Path, *words: str) -> str:
    command = warm.hookwright("check", *words)
    return subprocess.run(command, capture_output=True, cwd=project, check=False).stdout.decode()


@pytest.mark.parametrize("name", NAMES)
async def test_a_created_script_lets_go_and_refuses(tmp_path: Path, name: str) -> None:
    project = _project(tmp_path, name)

    assert f"Create `{name}` from a template (HW501)" in _check(project, "--fix", "--unsafe")

    hooks = await HookService.open(str(project), "s-1", dialect="clawdcode", home=str(project / "home"))
    fine = await hooks.on_pre_tool_use("Bash", "t1", {"command": "ls"})
    refused = await hooks.on_pre_tool_use("Bash", "t2", {"command": "echo FORBIDDEN"})
    assert (fine.decision, fine.blocked) == (None, False)
    assert (refused.decision, refused.blocked) == (Decision.DENY, True)
    assert "FORBIDDEN is not allowed here" in (refused.reason or "")


def test_nothing_is_created_unless_that_is_asked_for(tmp_path: Path) -> None:
    project = _project(tmp_path, "guard.sh")

    shown = _check(project, "--diff", "--unsafe")
    _check(project, "--fix")

    assert "+#!/bin/sh\n" in shown
    assert "guard.sh\nnew file mode 100755\n" in shown
    assert not (project / "hooks").exists()


def test_lines_are_converted(tmp_path: Path) -> None:
    project = _project(tmp_path, "guard.sh")
    script = project / "hooks" / "guard.sh"
    script.parent.mkdir()
    script.write_bytes(b"#!/bin/sh\r\ntrue\r\n")
    script.chmod(0o755)

    assert "-#!/bin/sh\r\n" in _check(project, "--diff", "--unsafe")
    _check(project, "--fix", "--unsafe")

    assert script.read_bytes() == b"#!/bin/sh\ntrue\n"
