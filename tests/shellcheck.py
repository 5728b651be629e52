"""The real ShellCheck, for tests that need it; where it is missing they are skipped, and say so."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest


def _program() -> str | None:
    beside = Path(sys.executable).with_name("shellcheck")
    return str(beside) if beside.is_file() else shutil.which("shellcheck")


PROGRAM = _program() or "shellcheck"

needs_shellcheck = pytest.mark.skipif(_program() is None, reason="ShellCheck is not installed: `make test` installs it")


def folder_with_shellcheck(folder: Path) -> str:
    """A folder for the PATH that has ShellCheck and nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shellcheck").symlink_to(PROGRAM)
    return str(folder)
