"""Shells complete what the command line knows: commands, dialects, events of a dialect, and rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest


def offered(words: str) -> set[str]:
    """What bash is offered for the last of the words."""
    shell = {"COMP_WORDS": f"hookwright {words}", "COMP_CWORD": str(len(words.split()))}
    environ = {**os.environ, **shell, "_HOOKWRIGHT_COMPLETE": "bash_complete"}
    command = [sys.executable, "-c", "from hookwright.cli import main; main()"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    return {it.partition(",")[2] for it in done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("comp", {"completion"}),
        ("explain --dialect cod", {"codex"}),
        ("dispatch PreTool", {"PreToolUse"}),
        ("dispatch --dialect cursor beforeS", {"beforeShellExecution", "beforeSubmitPrompt"}),
        ("samples pretool", {"PreToolUse"}),
        ("check --select HW20", {"HW201", "HW202", "HW203", "HW204"}),
        ("check --fail-on err", {"error"}),
        ("rules unknown-ev", {"unknown-event"}),
        ("dialects gem", {"gemini-cli"}),
    ],
)
def test_what_is_offered(words: str, expected: set[str]) -> None:
    assert offered(words) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_takes(shell: str) -> None:
    command = [sys.executable, "-m", "hookwright", "completion", shell]
    script = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "_HOOKWRIGHT_COMPLETE" in script
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n"], input=script, text=True, check=True)
