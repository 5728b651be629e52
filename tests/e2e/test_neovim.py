"""A real Neovim with the configuration that the documentation gives: what its user sees, and that hooks are fired."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone
from tests.pages import EDITORS, blocks

_SECONDS = 150.0
_PAGE = EDITORS / "neovim.md"
_DRIVER = Path(__file__).with_name("neovim.lua")
NEOVIM = shutil.which("nvim")
_TEXT = """\
{
  "hooks": {
    "PreToolUse": [
      {"hooks": [{"command": "echo 'No 😀 in here' >&2; exit 2", "type": "command", "tymeout": 5}]}
    ]
  }
}
"""

_GUARD = """\
#!/usr/bin/env python3
import json, sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except Exception:
    sys.exit(2)
if command:
    print("Blocked: no 😀 in here", file=sys.stderr)
    sys.exit(1)
"""

pytestmark = pytest.mark.skipif(
    NEOVIM is None, reason="Neovim is not installed, so nothing shows that it works: apt-get install neovim"
)


@pytest.mark.parametrize("path", [AI_AGENTS, CLAUDE_CODE], ids=["ai-agents", "claude-code"])
async def test_finding_fixing_and_firing(workspace: Workspace, tmp_path: Path, path: str) -> None:
    file = workspace.write(path, _TEXT)

    seen = await _drive(file, tmp_path, trusted=[str(workspace.project)])

    (finding,) = seen["diagnostics"]
    assert (finding["code"], finding["source"]) == ("HW101", "hookwright")
    assert "`tymeout`" in finding["message"]
    assert seen["marked"] == '"tymeout"', "the emoji before it moves Neovim's bytes away from the server's units"
    assert seen["mended"] == _TEXT.replace("tymeout", "timeout").splitlines()
    assert "command" in [it.strip('"') for it in seen["completions"]]
    assert [it["command"]["title"] for it in seen["lenses"]] == ["▶ Fire"]
    assert "1. Run" in seen["asked"]
    assert "exit 2" in seen["asked"]
    assert "deny" in seen["shown"].splitlines()[0]
    assert "No 😀 in here" in seen["shown"]
    assert seen["result"]["outcome"]["decision"] == "deny"
    assert seen["result"]["outcome"]["reason"] == "No 😀 in here"


async def test_a_broken_guard_is_mended_with_one_action_and_blocks(workspace: Workspace, tmp_path: Path) -> None:
    workspace.hooks(CLAUDE_CODE, '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.py', matcher="Bash")
    script = workspace.write(".claude/hooks/guard.py", _GUARD)
    script.chmod(0o755)

    seen = await _drive(script, tmp_path, trusted=[str(workspace.project)], completes='"tool_input"]["')

    (finding,) = seen["diagnostics"]
    assert (finding["code"], finding["source"]) == ("HW511", "hookwright")
    assert seen["mended"] == _GUARD.replace("sys.exit(1)", "sys.exit(2)").splitlines()
    assert seen["completions"][0] == "command"
    assert [it["command"]["title"] for it in seen["lenses"]] == ["▶ Fire the hook that runs this script"]
    assert "deny" in seen["shown"].splitlines()[0]
    assert seen["result"]["outcome"]["reason"] == "Blocked: no 😀 in here"


async def test_nothing_is_fired_in_a_folder_that_is_not_trusted(workspace: Workspace, tmp_path: Path) -> None:
    marker = workspace.project / "ran"
    file = workspace.write(CLAUDE_CODE, _TEXT.replace("exit 2", f"touch '{marker}'"))

    seen = await _drive(file, tmp_path, trusted=[f"{workspace.project}-of-mine"])

    assert "trust the folder" in seen["told"]
    assert seen["refused"]["code"] == -32010
    assert seen["refused"]["data"] == {"reason": "untrusted"}
    assert "asked" not in seen
    assert not marker.exists()


async def _drive(file: Path, folder: Path, *, trusted: list[str], completes: str = '"type": ') -> dict[str, Any]:
    """What Neovim saw, with the server that it started gone again.

    Completion is asked for behind `completes`.
    """
    report, note = folder / "report.json", folder / "server"
    command = [
        *(NEOVIM or "nvim", "--headless", "-n", "-i", "NONE"),
        *("--cmd", f"let g:report = {json.dumps(str(report))} | let g:hookwright_trusted = {json.dumps(trusted)}"),
        *("--cmd", f"let g:completes = {json.dumps(completes)}"),
        *("-u", str(configuration(folder)), str(file)),
        *("-c", f"luafile {_DRIVER}"),
    ]
    environment = {**os.environ, "PATH": f"{_server_on_path(folder, note)}{os.pathsep}{os.environ['PATH']}"}
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    try:
        said = await asyncio.wait_for(process.communicate(), _SECONDS)
    except TimeoutError:
        process.kill()
        said = await process.communicate()
    assert report.exists(), f"Neovim reported nothing; it said {said}"
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    assert "failed" not in seen, f"{seen['failed']}; Neovim said {said}"
    await gone([int(note.read_text())])
    return seen


def configuration(folder: Path) -> Path:
    """The page's block for the Neovim that is installed, as a file."""
    (block,) = blocks(_PAGE, "lua", "Neovim 0.11 and later" if _version() >= (0, 11) else "Neovim 0.7 to 0.10")
    file = folder / "init.lua"
    file.write_text(block, encoding="utf-8")
    return file


def _version() -> tuple[int, ...]:
    said = subprocess.run([NEOVIM or "nvim", "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"NVIM v(\d+)\.(\d+)", said)
    assert found, said
    return tuple(map(int, found.groups()))


def _server_on_path(folder: Path, note: Path) -> Path:
    """A folder with a `hookwright` that is the one under test; it notes its process id."""
    script = folder / "bin" / "hookwright"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\necho $$ > '{note}'\nexec '{sys.executable}' -m hookwright \"$@\"\n")
    script.chmod(0o755)
    return script.parent
