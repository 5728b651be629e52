"""What needs no POSIX system, in a process as on Windows: checking, fixing, listing, and a session of an editor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.e2e.workspace import CLAUDE_CODE

_PROGRAM = Path(__file__).parents[1] / "as_windows.py"
_HOME = "C:\\Users\\x"
_PROJECT = f"{_HOME}\\project"
_HOOKS = """\
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bsh",
        "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh" }]
      }
    ]
  }
}
"""


@dataclass(frozen=True)
class Drive:
    """A folder that is `C:\\`, with a user and a project."""

    folder: Path

    @property
    def project(self) -> Path:
        """Where the project truly is."""
        return self.folder / "Users" / "x" / "project"

    def write(self, path: str, text: str) -> Path:
        """Writes a file of the project."""
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    @property
    def environment(self) -> dict[str, str]:
        """What a process on Windows gets."""
        shared = {name: it for name, it in os.environ.items() if name.startswith(("COVERAGE", "PYTHON"))}
        return {
            **shared,
            "USERPROFILE": _HOME,
            "LOCALAPPDATA": f"{_HOME}\\AppData\\Local",
            "TEMP": "C:\\Temp",
            "PATH": "C:\\Windows\\System32",
            "SYSTEMROOT": "C:\\Windows",
        }

    @property
    def command(self) -> list[str]:
        """What starts hookwright there."""
        return [sys.executable, str(_PROGRAM), str(self.folder)]

    def run(self, *arguments: str, code: int = 0, given: str = "") -> str:
        """What a command prints, which has to exit with that code."""
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=self.project,
            env=self.environment,
            input=given.encode(),
            capture_output=True,
            check=False,
        )
        shown = done.stdout.decode() + done.stderr.decode()
        assert done.returncode == code, shown
        return shown.replace("\r\n", "\n")


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    """A drive with one hook file in its project."""
    made = Drive(tmp_path / "drive")
    (made.folder / "Temp").mkdir(parents=True)
    made.write(CLAUDE_CODE, _HOOKS)
    return made


def test_check_finds_what_it_finds_elsewhere(drive: Drive) -> None:
    found = json.loads(drive.run("check", "--format", "json"))

    assert [(it["path"], sorted(one["name"] for one in it["diagnostics"])) for it in found["files"]] == [
        (CLAUDE_CODE, ["matcher-never-matches", "script-not-found"])
    ]


def test_a_script_needs_no_mode_on_windows(drive: Drive) -> None:
    drive.write(".claude/hooks/guard.sh", "#!/bin/sh\nexit 0\n").chmod(0o666)

    assert "script-not-found" not in (found := drive.run("check"))
    assert "script-not-executable" not in found
    assert "script-writable-by-others" not in found


def test_a_path_on_a_drive_is_found_and_replaced(drive: Drive) -> None:
    drive.write(".claude/hooks/guard.sh", "#!/bin/sh\nexit 0\n")
    drive.write(CLAUDE_CODE, _HOOKS.replace("Bsh", "Bash").replace('\\"$CLAUDE_PROJECT_DIR\\"', "C:/Users/x/project"))

    assert "`C:/Users/x/project/.claude/hooks/guard.sh` exists on this machine only" in drive.run("check")

    drive.run("check", "--fix")
    assert (
        '"${CLAUDE_PROJECT_DIR}/.claude/hooks/guard.sh"'
        in json.loads((drive.project / CLAUDE_CODE).read_text())["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    )


def test_fixes_are_shown_and_made(drive: Drive) -> None:
    patch = drive.run("check", "--fix", "--diff")
    assert f"--- a/{CLAUDE_CODE}\n+++ b/{CLAUDE_CODE}\n" in patch

    drive.run("check", "--fix")
    assert (drive.project / CLAUDE_CODE).read_text() == _HOOKS.replace("Bsh", "Bash")


def test_settings_name_files_with_slashes(drive: Drive) -> None:
    drive.write("hookwright.json", json.dumps({"exclude": [".claude/**"]}))

    assert "matcher-never-matches" not in drive.run("check")


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("list",), CLAUDE_CODE),
        (("status",), f"1 hook on 1 event for {_PROJECT}"),
        (("convert", CLAUDE_CODE, "--to", "ai-agents"), "`Bsh` is not a known tool of AI agents"),
        (("explain", "PreToolUse"), "no hook would fire"),
        (("dialects",), "~/.claude/settings.json"),
        (("rules", "HW502"), "script-not-executable"),
        (("samples", "PreToolUse"), "tool_name"),
        (("schema",), "→"),
        (("history",), "nothing is recorded"),
        (("init", "new"), "wrote new/.claude/settings.json"),
        (("check", "--format", "sarif"), CLAUDE_CODE),
        (("check", f"{_HOME}\\project\\.claude"), f"--> {CLAUDE_CODE}:5"),
        (("check", "c:/users/X/Project"), "Bsh"),
    ],
    ids=lambda it: it[0] if isinstance(it, tuple) else "",
)
def test_commands_that_start_no_process(drive: Drive, arguments: tuple[str, ...], shown: str) -> None:
    assert shown in drive.run(*arguments)


def test_a_new_project_is_without_problems(drive: Drive) -> None:
    drive.run("init", "new")

    assert "no problems in 1 hook file" in drive.run("check", "new")
