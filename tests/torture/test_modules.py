"""No module that lies in a project is imported by hookwright, nor by a process that it starts for itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hookwright.cli.demo.client import SERVER
from hookwright.client.server import COMMAND as SERVE

_MODULES = ("click", "json", "logging", "asyncio", "contextlib", "sqlite3", "re", "pydantic", "rich", "sitecustomize")
_INITIALIZE: dict[str, object] = {"processId": None, "rootUri": None, "capabilities": {}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with modules named like those that hookwright imports; each leaves a file when it is imported."""
    project = tmp_path / "project"
    project.mkdir()
    for name in _MODULES:
        (project / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'a').write('{name} ')\n")
    settings = project / ".claude" / "settings.json"
    settings.parent.mkdir()
    hook = {"matcher": "(a+)+$", "hooks": [{"type": "command", "command": "true"}]}
    settings.write_text(json.dumps({"hooks": {"PreToolUse": [hook]}}), encoding="utf-8")
    return project


_PROGRAM = os.path.join(os.path.dirname(sys.executable), "hookwright")
_WORDS = [("check",), ("doctor",), ("list",), ("dispatch", "PreToolUse"), ("lsp",)]


@pytest.mark.parametrize("words", _WORDS, ids=lambda it: it[0])
def test_no_module_of_a_project_is_imported(project: Path, words: tuple[str, ...]) -> None:
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _INITIALIZE},
        {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
        {"jsonrpc": "2.0", "method": "exit"},
    ]
    bodies = [json.dumps(it).encode() for it in messages]
    stdin = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(it), it) for it in bodies)
    environ = {**os.environ, "HOOKWRIGHT_STATE_DIR": str(project.parent / "state")}
    done = subprocess.run([_PROGRAM, *words], cwd=project, env=environ, input=stdin, capture_output=True, check=False)

    assert b"hookwright" in done.stdout or b"PreToolUse" in done.stdout or b"hook file" in done.stdout
    assert done.returncode == 0
    imported = project.parent / "imported"
    assert not imported.exists(), imported.read_text()


@pytest.mark.parametrize("command", [SERVE, SERVER], ids=["the client's", "the demo's"])
def test_what_starts_a_server_imports_none_either(project: Path, command: Sequence[str]) -> None:
    environ = {**os.environ, "HOOKWRIGHT_STATE_DIR": str(project.parent / "state")}
    subprocess.run(command, cwd=project, env=environ, input=b"", capture_output=True, check=False)

    assert not (project.parent / "imported").exists()
