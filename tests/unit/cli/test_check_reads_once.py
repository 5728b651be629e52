"""`check` reads each file once, and parses it once, however many hooks, agents and scripts have to do with it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.reads import noted, noting

_EVENTS = ("PreToolUse", "PostToolUse", "Stop")
_GUARDS = [f"guard_{it}" for it in range(10)]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Ten scripts that import the same file; hooks of two agents run each of them on several events."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".gitignore").write_text("*.pyc\n")
    (hooks / "helper.py").write_text(
        "# helper\nimport json, sys\n\n\ndef payload():\n    return json.load(sys.stdin)\n"
    )
    for it in _GUARDS:
        text = f"#!/usr/bin/env python3\n# {it}\nimport sys\nfrom helper import payload\n\nif payload(): sys.exit(1)\n"
        (hooks / f"{it}.py").write_text(text.partition("\n")[2])
    for path in (".claude/settings.json", ".codex/hooks.json"):
        each = [{"type": "command", "command": f"python3 hooks/{it}.py"} for it in _GUARDS]
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(json.dumps({"hooks": {event: [{"hooks": each}] for event in _EVENTS}}))
    return tmp_path


def test_no_file_is_read_or_parsed_twice(project: Path, home: Path) -> None:
    done = subprocess.run(
        noting("check", "--format", "json", "."), cwd=project, capture_output=True, check=False, text=True
    )
    checked = [it["path"] for it in json.loads(done.stdout)["files"]]
    assert {f"hooks/{it}.py" for it in _GUARDS} <= set(checked)

    found = noted(home)
    read = [str(path) for path in sorted(project.rglob("*")) if path.is_file() and path.name != "HEAD"]
    assert {path: found[f"read {path}"] for path in read} == dict.fromkeys(read, 1)
    parsed = [f"parse # {it}" for it in ("helper", *_GUARDS)]
    assert {it: found[it] for it in parsed} == dict.fromkeys(parsed, 1)
