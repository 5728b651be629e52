"""Runs the steps of the GitHub Action as a runner does: by bash, with the inputs in the environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.pages import ROOT

SECONDS = 240
EXPRESSION = re.compile(r"\$\{\{ (?P<of>inputs|github)\.(?P<name>[\w-]+) \}\}")
_BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
_CHECK = 1


def read_action() -> dict[str, Any]:
    """The action, as it is written."""
    found: dict[str, Any] = YAML(typ="safe").load(ROOT / "action.yml")
    return found


def prepare(folder: Path) -> Path:
    """The folder for a checkout, beside the temporary folder of the runner in which the working tree is installed."""
    programs = folder / "runner" / "hookwright" / "bin"
    programs.mkdir(parents=True)
    for name, words in (("hookwright", "-m hookwright"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        program.chmod(0o755)
    (folder / "workspace").mkdir()
    return folder / "workspace"


def steps(action: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps of the action."""
    found: list[dict[str, Any]] = action["runs"]["steps"]
    return found


def run_step(
    action: dict[str, Any], number: int, workspace: Path, variables: Mapping[str, str], **inputs: str
) -> subprocess.CompletedProcess[str]:
    """One step as the runner has it done: the script is a file, the expressions are worked out in `env` alone."""
    step, known = steps(action)[number], {name: it["default"] for name, it in action["inputs"].items()}
    known |= {name.replace("_", "-"): value for name, value in inputs.items()}
    values = {"inputs": known, "github": {"action_path": str(ROOT)}}
    given = {
        name: EXPRESSION.sub(lambda it: values[it["of"]][it["name"]], str(value)) for name, value in step["env"].items()
    }
    script = workspace.parent / "step.sh"
    script.write_text(step["run"])
    runner = {"RUNNER_TEMP": str(workspace.parent / "runner"), "GITHUB_WORKSPACE": str(workspace)}
    # These tests may themselves run in an action.
    own = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    environment = {**own, **runner, **given, **variables}
    command = [*_BASH, str(script)]
    return subprocess.run(
        command, cwd=workspace, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
    )


def check(
    action: dict[str, Any], workspace: Path, variables: Mapping[str, str] | None = None, **inputs: str
) -> subprocess.CompletedProcess[str]:
    """The step that checks the hooks and runs their tests."""
    return run_step(action, _CHECK, workspace, variables or {}, **inputs)


def need_index(folder: Path) -> None:
    """Skips the test where the packages cannot be had."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder / "probe")]
    done = subprocess.run(
        [*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "build.txt")],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    if done.returncode != 0:
        pytest.skip(f"INSTALLING IS NOT TRIED, as no package index can be reached: {done.stderr[-300:]}")
