"""`hookwright check` asks the shells on the PATH what they refuse."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm

REFUSED = "( " * 70 + "ls" + " )" * 69


def _check(project: Path, command: str) -> list[dict[str, Any]]:
    file = project / ".ai_agents" / "settings.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    hook = {"type": "command", "command": command}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
    words = warm.hookwright("check", "--format", "json", "--select", "HW508")
    done = subprocess.run(words, capture_output=True, cwd=project, check=False)
    assert done.stderr == b""
    return [one for it in json.loads(done.stdout)["files"] for one in it["diagnostics"]]


def test_what_only_the_shell_refuses_is_found_until_it_is_mended(tmp_path: Path) -> None:
    (found,) = _check(tmp_path, REFUSED)
    assert (found["code"], found["severity"]) == ("HW508", "error")
    assert found["message"].startswith("`bash` cannot read this: syntax error")

    assert _check(tmp_path, REFUSED + " )") == []


def test_no_shell_of_the_project_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "bin"
    inside.mkdir()
    (inside / "bash").write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n")
    (inside / "bash").chmod(0o755)
    monkeypatch.setenv("PATH", f"{inside}:bin")

    assert _check(tmp_path, REFUSED) == []
    assert not (tmp_path / "ran").exists()
