"""`tests/apart.py`: the command sees nothing of the machine, and nothing of it stays."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.apart import environment
from tests.e2e.workspace import PATIENCE, eventually

_ROOT = Path(__file__).parents[2]
_APART = (sys.executable, str(_ROOT / "tests" / "apart.py"))
_SHOW = "import json, os; print(json.dumps([dict(os.environ), os.listdir(os.environ['HOME']), os.environ['TMPDIR']]))"
_STRANGE = {
    *("CLAUDECODE", "CLAUDE_PROJECT_DIR", "ANTHROPIC_API_KEY", "CODEX_HOME", "GEMINI_CLI", "CURSOR_TRACE_ID"),
    *(
        "VSCODE_PID",
        "TERM_PROGRAM",
        "HOOKWRIGHT_STATE_DIR",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
        "NVIM",
        "INSIDE_EMACS",
    ),
}


def test_the_command_sees_an_empty_home_and_no_agent(tmp_path: Path) -> None:
    (tmp_path / "of-mine").touch()
    environ = {**os.environ, **dict.fromkeys(_STRANGE, str(tmp_path)), "HOME": str(tmp_path)}

    done = subprocess.run([*_APART, sys.executable, "-c", _SHOW], env=environ, stdout=subprocess.PIPE, check=True)

    seen, home, temporary = json.loads(done.stdout)
    assert not _STRANGE & seen.keys()
    assert home == []
    assert seen["PATH"] == os.environ["PATH"]
    assert not Path(temporary).exists()


def test_no_test_sees_the_environment_of_an_agent() -> None:
    assert not _STRANGE & os.environ.keys()


def test_caches_stay_where_they_are_and_settings_count_where_there_are_any(tmp_path: Path) -> None:
    settings = tmp_path / ".npmrc"
    settings.touch()

    seen = environment({"HOME": str(tmp_path), "UV_CACHE_DIR": "/cache/uv"})

    assert seen["UV_CACHE_DIR"] == "/cache/uv"
    assert seen["PIP_CACHE_DIR"] == str(tmp_path / ".cache" / "pip")
    assert seen["npm_config_userconfig"] == str(settings)
    assert "PIP_CONFIG_FILE" not in seen


@pytest.mark.parametrize(("script", "code"), [("exit 3", 3), ("kill -9 $$", 137)])
def test_its_exit_code_is_the_commands(script: str, code: int) -> None:
    assert subprocess.run([*_APART, "sh", "-c", script], check=False).returncode == code


async def test_ended_by_a_signal_it_takes_its_folder_away(tmp_path: Path) -> None:
    note = tmp_path / "note"
    script = f"echo $TMPDIR > '{note}.new'; mv '{note}.new' '{note}'; exec sleep 60"
    process = await asyncio.create_subprocess_exec(*_APART, "sh", "-c", script)
    await eventually(note.exists, "a start of the command")

    process.send_signal(signal.SIGTERM)

    assert await asyncio.wait_for(process.wait(), PATIENCE) == 128 + signal.SIGTERM

    assert not Path(note.read_text().strip()).parent.exists()


def test_everything_that_make_tries_is_tried_apart() -> None:
    recipes = re.findall(
        r"^\t.*(?:-m pytest|npm run|tests\.fuzz|node \$).*$", (_ROOT / "Makefile").read_text(), re.MULTILINE
    )

    assert len(recipes) > 8
    assert [it for it in recipes if "$(APART)" not in it] == []
