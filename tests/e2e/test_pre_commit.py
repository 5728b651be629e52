"""The hooks for pre-commit: they run on every commit, and fail on what the first mistake is likely to be."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests import warm
from tests.e2e.action import SECONDS, check, need_index, prepare, read_action
from tests.pages import ROOT

pytestmark = pytest.mark.timeout(SECONDS)
_HOOKS: list[dict[str, Any]] = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
_CHECK = "hookwright-check"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the hook that `hookwright init` writes."""
    folder = prepare(tmp_path)
    subprocess.run(warm.hookwright("init"), cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    return folder


def _change_one_letter(project: Path) -> None:
    file = project / ".claude" / "settings.json"
    before = file.read_text()
    file.write_text(before.replace('"matcher": "Bash', '"matcher": "Bush'))
    assert file.read_text() != before


def _entry(hook: dict[str, Any], project: Path) -> int:
    """The exit code of what pre-commit runs for a hook; it adds no file to the command."""
    program, *words = shlex.split(hook["entry"])
    assert program == "hookwright"
    return subprocess.run(
        warm.hookwright(*words), cwd=project, check=False, capture_output=True, timeout=SECONDS
    ).returncode


@pytest.mark.parametrize("hook", _HOOKS, ids=lambda it: it["id"])
def test_it_runs_whatever_a_commit_changes(hook: dict[str, Any]) -> None:
    """A script may have any name, and one that is deleted is in no list of files: there is no filter."""
    assert hook["always_run"] is True
    assert hook["pass_filenames"] is False
    assert not {"files", "exclude", "types", "types_or", "exclude_types", "stages"} & set(hook)
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert shlex.split(hook["entry"])[0] in scripts


def test_a_letter_that_was_changed_in_the_matcher_fails_everywhere(project: Path) -> None:
    action = read_action()
    assert [_entry(it, project) for it in _HOOKS] == [0, 0]
    assert check(action, project, test_paths="").returncode == 0

    _change_one_letter(project)

    assert [_entry(it, project) for it in _HOOKS] == [1, 1]
    assert check(action, project, test_paths="").returncode == 1


def test_pre_commit_installs_it_and_fails(project: Path, tmp_path: Path) -> None:
    program = shutil.which("pre-commit")
    if program is None:
        pytest.skip("PRE-COMMIT IS NOT TRIED, as it is not installed: pip install pre-commit")
    need_index(tmp_path)
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "pre-commit"), "PIP_NO_COMPILE": "1"}

    def tried() -> subprocess.CompletedProcess[str]:
        subprocess.run(["git", "add", "--all"], cwd=project, check=True, timeout=SECONDS)
        words = [program, "try-repo", str(ROOT), _CHECK, "--all-files"]
        return subprocess.run(
            words, cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )

    subprocess.run(["git", "init", "--quiet"], cwd=project, check=True, timeout=SECONDS)
    whole = tried()
    assert whole.returncode == 0, whole.stdout + whole.stderr
    _change_one_letter(project)
    wrong = tried()
    assert wrong.returncode == 1, wrong.stdout + wrong.stderr
    assert "(HW303)" in wrong.stdout
