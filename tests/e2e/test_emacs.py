"""A real Emacs with the configuration that the documentation gives: what its user sees, and that hooks are fired."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone
from tests.pages import EDITORS, blocks

_SECONDS = 150.0
PAGE = EDITORS / "emacs.md"
_DRIVER = Path(__file__).with_name("emacs.el")
EMACS = shutil.which("emacs")
_TEXT = """\
{
  "hooks": {
    "PreToolUse": [
      {"hooks": [{"command": "echo 'No 😀 in here' >&2; exit 2", "type": "command", "tymeout": 5}]}
    ]
  }
}
"""

pytestmark = pytest.mark.skipif(
    EMACS is None,
    reason="Emacs is not installed, so nothing shows that it works: apt-get install elpa-eglot",
)


@pytest.mark.parametrize("path", [AI_AGENTS, CLAUDE_CODE], ids=["ai-agents", "claude-code"])
async def test_finding_fixing_completing_and_firing(workspace: Workspace, tmp_path: Path, path: str) -> None:
    file = workspace.write(path, _TEXT)

    seen = await _drive(file, tmp_path, trusted=[str(workspace.project)])

    (text,) = seen["diagnostics"]
    assert "`tymeout`" in text
    assert seen["marked"] == '"tymeout"'
    assert seen["mended"] == _TEXT.replace("tymeout", "timeout")
    assert "command" in [it.strip('"') for it in seen["completions"]]
    assert "exit 2" in seen["asked"]
    assert "deny" in seen["shown"].splitlines()[0]
    assert seen["result"]["outcome"]["reason"] == "No 😀 in here"


async def test_nothing_is_fired_in_a_folder_that_is_not_trusted(workspace: Workspace, tmp_path: Path) -> None:
    marker = workspace.project / "ran"
    file = workspace.write(CLAUDE_CODE, _TEXT.replace("exit 2", f"touch '{marker}'"))

    seen = await _drive(file, tmp_path, trusted=[f"{workspace.project}-of-mine"])

    assert "not trusted" in seen["refused"]
    assert "asked" not in seen
    assert not marker.exists()


async def _drive(file: Path, folder: Path, *, trusted: list[str]) -> dict[str, Any]:
    """What Emacs saw, with the server that it started gone again."""
    report, note = folder / "report.json", folder / "server"
    folders = f"(setq hook-file-trusted '({' '.join(map(json.dumps, trusted))}))"
    start = ["--eval", "(setq inhibit-message t)", "--eval", "(package-initialize)"]
    command = [EMACS or "emacs", "--batch", "-q", *start, "-l", str(_configuration(folder)), "--eval", folders]
    environment = {
        **os.environ,
        "PATH": f"{_server_on_path(folder, note)}{os.pathsep}{os.environ['PATH']}",
        "REPORT": str(report),
        "HOOK_FILE": str(file),
    }
    process = await asyncio.create_subprocess_exec(
        *command, "-l", str(_DRIVER), env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    try:
        said = await asyncio.wait_for(process.communicate(), _SECONDS)
    except TimeoutError:
        process.kill()
        said = await process.communicate()
    assert report.exists(), f"Emacs reported nothing; it said {said}"
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    assert "failed" not in seen, f"{seen['failed']}; Emacs said {said}"
    await gone([int(note.read_text())])
    return seen


def _configuration(folder: Path) -> Path:
    """The page's block, as a file."""
    (block,) = blocks(PAGE, "elisp", "Eglot")
    file = folder / "init.el"
    file.write_text(block, encoding="utf-8")
    return file


def _server_on_path(folder: Path, note: Path) -> Path:
    """A folder with a `hookwright` that is the one under test; it notes its process id."""
    script = folder / "bin" / "hookwright"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\necho $$ > '{note}'\nexec '{sys.executable}' -m hookwright \"$@\"\n")
    script.chmod(0o755)
    return script.parent
