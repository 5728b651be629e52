"""Hooks whose scripts their interpreter cannot read."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_END = {"python3": ".py"}
_CASES = [
    # The interpreter, the script, why it does not run, what becomes of the calls, and what it ends with.
    ("python3", "import sys\nif True\n    sys.exit(2)\n", "Python cannot read line 2 of ", Fate.UNKNOWN, 1),
    ("bash", "if true; then\n  exit 2\n", "the shell cannot read line 1 of ", Fate.REFUSED, 2),
    ("bash", "x=1\r\nif true; then\r\n  exit 0\r\nfi\r\n", "the lines of ", Fate.REFUSED, 2),
    ("sh", "for i in a; do\r\n  exit 0\r\ndone\r\n", "the lines of ", Fate.REFUSED, 2),
]


def _code(reader: str, script: str) -> int:
    program = sys.executable if reader == "python3" else shutil.which(reader)
    assert program is not None
    return subprocess.run([program, script], stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode


@pytest.mark.parametrize(("reader", "text", "why", "fate", "code"), _CASES)
async def test_a_script_that_cannot_be_read(
    guards: Any, project: str, reader: str, text: str, why: str, fate: Fate, code: int
) -> None:
    (found,) = await guards(
        [f"{reader} .claude/guard{_END.get(reader, '')}"], {f".claude/guard{_END.get(reader, '')}": text}
    )
    assert why in found.decided.says
    assert (found.state, found.decided.unreadable) == (GuardState.DEAD, fate)
    assert found.decided.repair
    assert _code(reader, f"{project}/.claude/guard{_END.get(reader, '')}") == code


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        # It ends before.
        ("bash", "exit 0\nif true; then\n"),
        ("bash", "exit 0\r\nif true; then\r\n"),
        # Another version of Python reads that.
        ("python3", "print(f'{'a'}')\n"),
        ("python3", "import sys\r\nif True:\r\n    sys.exit(0)\r\n"),
    ],
)
async def test_a_script_that_may_be_read(guards: Any, reader: str, text: str) -> None:
    found = await guards(
        [f"{reader} .claude/guard{_END.get(reader, '')}"], {f".claude/guard{_END.get(reader, '')}": text}
    )
    assert all("cannot read line" not in it.decided.says and "CRLF" not in it.decided.says for it in found)


async def test_a_failure_that_the_command_hides(guards: Any) -> None:
    found = await guards(["bash .claude/guard || true"], {".claude/guard": "if true; then\n"})
    assert all(it.decided.unreadable is not Fate.REFUSED for it in found)
