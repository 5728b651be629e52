"""Runs the command line and reads the files that it writes, for the tests of `hookwright add`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from hookwright.cli import hookwright


def run(*words: str) -> Result:
    """The result of the command line with these words."""
    return CliRunner().invoke(hookwright, words)


def files(folder: Path) -> dict[str, str]:
    """The texts of all files in the folder, by their paths in it, but for what Python compiles."""
    found = (it for it in folder.rglob("*") if it.is_file() and "__pycache__" not in it.parts)
    return {str(it.relative_to(folder)): it.read_text() for it in found}
