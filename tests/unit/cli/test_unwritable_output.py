"""Standard output that is closed, full, or read no further: never a traceback, and never called a fault of ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_COMMANDS = ("check", "list", "rules HW303", "history", "--help")


def _run(folder: Path, words: str, ending: str) -> subprocess.CompletedProcess[str]:
    line = f'"$0" -m hookwright {words} {ending}'
    return subprocess.run(["bash", "-c", line, sys.executable], cwd=folder, capture_output=True, check=False, text=True)


@pytest.mark.parametrize("words", _COMMANDS)
def test_closed_it_says_nothing_and_exits_as_ever(tmp_path: Path, words: str) -> None:
    done = _run(tmp_path, words, ">&-")

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", _COMMANDS)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_full_it_says_so_on_one_line(tmp_path: Path, words: str) -> None:
    done = _run(tmp_path, words, ">/dev/full")

    assert (done.returncode, done.stderr) == (2, "hookwright: cannot write the output: No space left on device\n")


@pytest.mark.parametrize("words", _COMMANDS)
def test_read_no_further_it_says_nothing(tmp_path: Path, words: str) -> None:
    assert _run(tmp_path, words, "| head -0").stderr == ""
