"""The GitHub Action: its steps, run by bash as a runner runs them, with the inputs in the environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.pages import ROOT

_SECONDS = 240
_EXPRESSION = re.compile(r"\$\{\{ (?P<of>inputs|github)\.(?P<name>[\w-]+) \}\}")
_BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]

pytestmark = pytest.mark.timeout(_SECONDS)


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(ROOT / "action.yml")
    return found


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A checkout, beside the temporary folder of the runner in which the working tree is installed."""
    program = tmp_path / "runner" / "hookwright" / "bin" / "hookwright"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hookwright "$@"\n')
    program.chmod(0o755)
    (tmp_path / "workspace").mkdir()
    return tmp_path / "workspace"


def _steps(action: dict[str, Any]) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = action["runs"]["steps"]
    return steps


def _run(
    action: dict[str, Any], number: int, workspace: Path, explain: str = "", **inputs: str
) -> subprocess.CompletedProcess[str]:
    """One step as the runner has it done: the script is a file, the expressions are worked out in `env` alone."""
    step, known = _steps(action)[number], {name: it["default"] for name, it in action["inputs"].items()}
    known |= {name.replace("_", "-"): value for name, value in inputs.items()}
    values = {"inputs": known, "github": {"action_path": str(ROOT)}}
    given = {
        name: _EXPRESSION.sub(lambda it: values[it["of"]][it["name"]], str(value))
        for name, value in step["env"].items()
    }
    script = workspace.parent / "step.sh"
    script.write_text(step["run"])
    runner = {"RUNNER_TEMP": str(workspace.parent / "runner"), "GITHUB_WORKSPACE": str(workspace)}
    environment = {**os.environ, **runner, **given, "EXPLAIN": explain}
    command = [*_BASH, str(script)]
    return subprocess.run(
        command, cwd=workspace, env=environment, capture_output=True, text=True, check=False, timeout=_SECONDS
    )


def _check(action: dict[str, Any], workspace: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    return _run(action, 1, workspace, **inputs)


def _hooks(folder: Path, event: str, command: str = "true") -> None:
    file = folder / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": command}]}
    file.write_text(json.dumps({"hooks": {event: [group]}}))


def _test(folder: Path, decision: str) -> None:
    case = (
        f"tests:\n  - name: some test\n    event: PreToolUse\n    tool: Bash\n    expect: {{ decision: {decision} }}\n"
    )
    (folder / "some.hooktest.yaml").write_text(case)


def test_nothing_from_outside_is_pasted_into_a_script(action: dict[str, Any]) -> None:
    assert action["runs"]["using"] == "composite"
    used = set()
    for step in _steps(action):
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]
        used |= {it["name"] for value in step["env"].values() for it in _EXPRESSION.finditer(value)}
        assert all(_EXPRESSION.fullmatch(it) for it in step["env"].values())
    assert used == {*action["inputs"], "action_path"}
    assert all(it["description"] and "default" in it for it in action["inputs"].values())


def test_no_module_of_the_checkout_is_imported(action: dict[str, Any], workspace: Path) -> None:
    for name in ("venv", "pip", "sys", "json", "ensurepip", "site", "runpy"):
        (workspace / f"{name}.py").write_text("open('pwned', 'w').close()")
    program = workspace.parent / "runner" / "hookwright" / "bin" / "python"
    # Told to explain what it would do, it takes no time.
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@" $EXPLAIN\n')
    program.chmod(0o755)

    explained = _run(action, 0, workspace, python=str(program), explain="--help")

    assert explained.returncode == 0, explained.stderr
    assert "virtual" in explained.stdout
    assert "pip install" in explained.stdout
    assert not (workspace / "pwned").exists()


def test_findings_and_failed_tests_are_annotations_with_paths_from_the_root(
    action: dict[str, Any], workspace: Path
) -> None:
    _hooks(workspace / "one", "PreTolUse")
    _hooks(workspace / "two", "PreToolUse", "exit 2")
    _test(workspace / "two", "allow")

    done = _check(action, workspace)

    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("::error file=one/.claude/settings.json,line=1,col=12,")
    assert lines[1].startswith("::error file=two/some.hooktest.yaml,line=5,title=some test::")
    assert lines[2:] == ["1 failed"]


def test_all_is_well(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace, "PreToolUse", "exit 2")
    _test(workspace, "deny")

    done = _check(action, workspace)

    assert (done.returncode, done.stdout, done.stderr) == (0, "1 passed\n", "")


def test_a_project_without_tests_or_hooks_is_well(action: dict[str, Any], workspace: Path) -> None:
    assert _check(action, workspace).returncode == 0
    _hooks(workspace, "PreToolUse")
    assert _check(action, workspace).returncode == 0


def test_paths_are_lines_and_whatever_is_in_them_is_a_path(action: dict[str, Any], workspace: Path) -> None:
    names = ["with blanks", "$(touch pwned)", "--fix", "; touch pwned"]
    for it in names:
        _hooks(workspace / it, "PreTolUse")
    _hooks(workspace / "not named", "PreTolUse")

    done = _check(action, workspace, paths="\n".join(["  ", *(f"  {it} " for it in names)]), test_paths="")

    assert done.returncode == 1
    found = re.findall(r"::error file=(.*?)/\.claude/settings\.json,", done.stdout)
    assert sorted(found) == sorted(names)
    assert "PreTolUse" in (workspace / "--fix" / ".claude" / "settings.json").read_text()
    assert not (workspace / "pwned").exists()


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("hint", 1)])
def test_what_fails_can_be_chosen(action: dict[str, Any], workspace: Path, level: str, code: int) -> None:
    file = workspace / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text('{"hooks": {"PreToolUse": []}}')

    assert _check(action, workspace, fail_on=level).returncode == code


def test_tests_are_left_out_on_request(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace, "PreToolUse", "touch ran")
    _test(workspace, "deny")

    assert _check(action, workspace, test_paths="").returncode == 0
    assert not (workspace / "ran").exists()


def test_wrong_usage_is_the_worst(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace, "PreTolUse")

    done = _check(action, workspace, paths="nowhere.json")

    assert done.returncode == 2
    assert "`nowhere.json` does not exist" in done.stderr


def test_an_old_python_is_refused_with_what_to_do(action: dict[str, Any], workspace: Path) -> None:
    done = _run(action, 0, workspace, python="false")

    assert done.returncode == 2
    assert done.stdout.startswith("::error title=hookwright::Python 3.11 or newer is needed: add actions/setup-python")


def test_it_is_installed_from_its_own_checkout(
    action: dict[str, Any], workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.parent / "runner" / "hookwright" / "bin" / "hookwright").unlink()
    _need_index(workspace.parent)
    _hooks(workspace, "PreTolUse")

    # Most of what is installed is never imported here.
    monkeypatch.setenv("PIP_NO_COMPILE", "1")
    done = _run(action, 0, workspace, python=sys.executable)

    assert done.returncode == 0, done.stderr
    assert "::error file=.claude/settings.json," in _check(action, workspace).stdout


def _need_index(folder: Path) -> None:
    """Skips the test where the packages cannot be had."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder / "probe")]
    done = subprocess.run(
        [*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "build.txt")],
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS,
    )
    if done.returncode != 0:
        pytest.skip(f"INSTALLING IS NOT TRIED, as no package index can be reached: {done.stderr[-300:]}")
