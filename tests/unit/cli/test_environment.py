"""A home that is no folder, and variables that are not text: each command does what it can, or says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import warm

_NOT_TEXT = b"\xff\xfe"
_SETTINGS = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": 'printf %s "$SAID" >&2; exit 2'}]}]}}
_TESTS = "tests:\n- {event: PreToolUse, tool: Bash, scratch: true, expect: {decision: deny}}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".claude").mkdir(parents=True)
    (folder / ".claude" / "settings.json").write_text(json.dumps(_SETTINGS))
    (folder / "a.hooktest.yaml").write_text(_TESTS)
    return folder


def _run(project: Path, variables: dict[bytes, bytes], *words: str) -> subprocess.CompletedProcess[bytes]:
    # A dispatch is a real start, which begins in Python's own reading of the variables.
    command = [sys.executable, "-m", "hookwright", *words] if words[0] == "dispatch" else warm.hookwright(*words)
    return subprocess.run(
        command,
        cwd=project,
        env={**os.environb, **variables},
        input=b"{}",
        capture_output=True,
        check=False,
    )


def _home(tmp_path: Path) -> dict[bytes, bytes]:
    file = tmp_path / "file"
    file.write_text("")
    return {b"HOME": os.fsencode(file), b"XDG_STATE_HOME": b"", b"HOOKWRIGHT_STATE_DIR": b""}


def test_hooks_run_where_the_home_is_a_file(tmp_path: Path, project: Path) -> None:
    done = _run(project, _home(tmp_path), "dispatch", "PreToolUse")
    assert (done.returncode, json.loads(done.stdout)["decision"]) == (0, "deny")
    assert b"dispatches are not recorded: Not a directory" in done.stderr
    for words in (("check",), ("list",), ("status",), ("history",), ("explain", "PreToolUse")):
        done = _run(project, _home(tmp_path), *words)
        assert (done.returncode, done.stderr) == (0, b""), words


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use cannot be deleted there")
def test_a_folder_that_was_deleted_is_no_fault_of_ours(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = ["sh", "-c", 'rmdir "$PWD" && exec "$0" -m hookwright check', sys.executable]
    done = subprocess.run(command, cwd=gone, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "hookwright: the current folder no longer exists: change to another one\n" in done.stderr
    assert "internal error" not in done.stderr


def test_what_needs_a_home_says_so(tmp_path: Path, project: Path) -> None:
    done = _run(project, _home(tmp_path), "test")
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"No copy can be made below `" in done.stdout
    assert b"make `HOOKWRIGHT_STATE_DIR` a folder of your own" in done.stdout


@pytest.mark.parametrize("name", [b"HOME", b"HOOKWRIGHT_STATE_DIR", b"XDG_STATE_HOME"])
def test_a_folder_need_not_be_text(tmp_path: Path, project: Path, name: bytes) -> None:
    place = os.path.join(os.fsencode(tmp_path), _NOT_TEXT)
    variables = {**_home(tmp_path), name: place, b"SAID": _NOT_TEXT}
    assert json.loads(_run(project, variables, "dispatch", "PreToolUse").stdout)["decision"] == "deny"

    told = _run(project, variables, "history", "--format", "json")
    assert (told.returncode, told.stderr) == (0, b"")
    (record,) = json.loads(told.stdout)["dispatches"]
    assert record["runs"][0]["stderr"] == "\ufffd\ufffd"
    for words in (("doctor",), ("status",), ("replay", record["dispatchId"]), ("test",)):
        done = _run(project, variables, *words)
        assert b"internal error" not in done.stderr, words
        assert done.returncode in (0, 1), words
