"""Output whose encoding lacks a character is no fault."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("words", [("check",), ("list",), ("list", "--format", "json")])
def test_what_cannot_be_encoded_is_escaped(tmp_path: Path, words: tuple[str, ...]) -> None:
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    hook = {"type": "command", "command": "echo \x1b 名前", "名前": 1}
    settings.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [hook]}]}}), encoding="utf-8")
    environ = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "hookwright", *words]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert "\\u540d" in done.stdout.decode("latin-1")
