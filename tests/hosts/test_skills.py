"""The skill that tells agents how to write hooks, as Codex and Copilot CLI find it in `.agents/skills`.

Neither needs a model to say which skills it has.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.hosts.install import CODEX, COPILOT_CLI
from tests.hosts.journey import ROOT, needs
from tests.hosts.starting import codex_command, codex_environment, codex_settings, copilot_command, copilot_environment

_SKILL = ROOT / "integrations" / "claude-code" / "skills" / "write-hooks"
_NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with the skill, as the page of the integration says."""
    folder = tmp_path / "project"
    shutil.copytree(_SKILL, folder / ".agents" / "skills" / _SKILL.name)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    return folder


def _said(project: Path, command: Sequence[str], environ: Mapping[str, str]) -> str:
    home = project.parent / "home"
    own = {"HOME": str(home), "PATH": "/usr/bin:/bin", "TMPDIR": str(home), "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(
        command, cwd=project, env={**own, **environ}, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs(CODEX)
def test_codex_tells_its_model_of_the_skill(project: Path) -> None:
    home = project.parent / "home"
    home.mkdir()
    codex_settings(home, [project])
    program = codex_command(_NOWHERE)[0]

    told = _said(project, (program, "debug", "prompt-input", "Hello"), codex_environment(home, _NOWHERE))

    assert "- write-hooks: Write, change or debug hooks of a coding agent" in told
    assert "write-hooks/SKILL.md" in told


@needs(COPILOT_CLI)
def test_copilot_cli_lists_the_skill(project: Path) -> None:
    home = project.parent / "home"
    home.mkdir()

    told = _said(project, (copilot_command()[0], "skill", "list"), copilot_environment(home, _NOWHERE))

    mine = told.partition("Project skills:")[2].partition("Builtin skills:")[0]
    assert "write-hooks - Write, change or debug hooks of a coding agent" in mine
