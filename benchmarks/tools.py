"""Runners of git hooks, measured beside `hookwright dispatch`: each runs one trivial hook of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Effort
from benchmarks.servers import CACHE

PRE_COMMIT = "pre-commit run"
LEFTHOOK = "lefthook run, from PyPI"
_PACKAGES = ("pre-commit==4.6.0", "lefthook==2.2.2")
_FILES: Mapping[str, str] = {
    "lefthook.yml": "agent:\n  commands:\n    one:\n      run: ':'\n",
    ".pre-commit-config.yaml": (
        "repos:\n- repo: local\n  hooks:\n"
        "  - {id: one, name: one, entry: 'true', language: system, always_run: true, pass_filenames: false}\n"
    ),
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One command that runs a trivial hook."""

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]


def tools(folder: Path, effort: Effort) -> dict[str, Tool]:
    """The runners by name, each ready to run in a new repository; none where they cannot be had."""
    programs = _programs(effort)
    if programs is None:
        return {}
    repository = folder / "repository"
    repository.mkdir()
    for name, text in _FILES.items():
        (repository / name).write_text(text)
    for command in (("git", "init", "--quiet"), ("git", "add", "--all")):
        subprocess.run(command, cwd=repository, check=True, capture_output=True)
    environment = {"PRE_COMMIT_HOME": str(folder / "pre-commit")}
    return {
        PRE_COMMIT: Tool((str(programs / "pre-commit"), "run"), repository, environment),
        LEFTHOOK: Tool((str(programs / "lefthook"), "run", "agent"), repository, {}),
    }


def _programs(effort: Effort) -> Path | None:
    """The folder of the programs, installed by pip when first asked for; a smoke run installs nothing."""
    home = CACHE / "tools"
    programs = home / "bin"
    if (programs / "lefthook").is_file():
        return programs
    if effort is Effort.SMOKE:
        return None
    print(f"installing {', '.join(_PACKAGES)} into {CACHE.name}/ …", file=sys.stderr)
    pip = (str(programs / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *_PACKAGES)
    try:
        subprocess.run((sys.executable, "-m", "venv", home), check=True, capture_output=True)
        subprocess.run(pip, check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError):
        print("pip cannot install them: nothing is measured beside them", file=sys.stderr)
        return None
    return programs
