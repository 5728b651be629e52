"""The GitHub Action: its steps, run by bash as a runner runs them, with the inputs in the environment."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.action import EXPRESSION, SECONDS, check, need_index, prepare, read_action, run_step, steps

pytestmark = pytest.mark.timeout(SECONDS)


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    return read_action()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return prepare(tmp_path)


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
    for step in steps(action):
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]
        used |= {it["name"] for value in step["env"].values() for it in EXPRESSION.finditer(value)}
        assert all(EXPRESSION.fullmatch(it) for it in step["env"].values())
    assert used == {*action["inputs"], "action_path"}
    assert all(it["description"] and "default" in it for it in action["inputs"].values())


def test_no_module_of_the_checkout_is_imported(action: dict[str, Any], workspace: Path) -> None:
    for name in ("venv", "pip", "sys", "json", "ensurepip", "site", "runpy"):
        (workspace / f"{name}.py").write_text("open('pwned', 'w').close()")
    program = workspace.parent / "runner" / "hookwright" / "bin" / "python"
    # Told to explain what it would do, it takes no time.
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@" $EXPLAIN\n')
    program.chmod(0o755)

    explained = run_step(action, 0, workspace, {"EXPLAIN": "--help"}, python=str(program))

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

    done = check(action, workspace)

    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("::error file=one/.claude/settings.json,line=1,col=12,")
    assert lines[1].startswith("::error file=two/some.hooktest.yaml,line=5,title=some test::")
    assert lines[2:] == ["1 failed"]


def test_all_is_well(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace, "PreToolUse", "exit 2")
    _test(workspace, "deny")

    done = check(action, workspace)

    assert (done.returncode, done.stdout, done.stderr) == (0, "1 passed\n", "")


def test_a_project_without_tests_or_hooks_is_well(action: dict[str, Any], workspace: Path) -> None:
    assert check(action, workspace).returncode == 0
    _hooks(workspace, "PreToolUse")
    assert check(action, workspace).returncode == 0


def test_paths_are_lines_and_whatever_is_in_them_is_a_path(action: dict[str, Any], workspace: Path) -> None:
    names = ["with blanks", "$(touch pwned)", "--fix", "; touch pwned"]
    for it in names:
        _hooks(workspace / it, "PreTolUse")
    _hooks(workspace / "not named", "PreTolUse")

    done = check(action, workspace, paths="\n".join(["  ", *(f"  {it} " for it in names)]), test_paths="")

    assert done.returncode == 1
    found = re.findall(r"::error file=(.*?)/\.claude/settings\.json,", done.stdout)
    assert sorted(found) == sorted(names)
    assert "PreTolUse" in (workspace / "--fix" / ".claude" / "settings.json").read_text()
    assert not (workspace / "pwned").exists()


def test_what_a_baseline_lists_is_left_out(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace / "old", "PreTolUse")
    name = "known $(touch pwned).json"
    program = workspace.parent / "runner" / "hookwright" / "bin" / "hookwright"
    subprocess.run([program, "check", "--write-baseline", name], cwd=workspace, check=True, timeout=SECONDS)
    assert check(action, workspace).returncode == 1

    assert check(action, workspace, baseline=name).returncode == 0
    _hooks(workspace / "new", "PreTolUse")
    done = check(action, workspace, baseline=name)

    assert done.returncode == 1
    assert re.findall(r"::error file=(.*?)/\.claude", done.stdout) == ["new"]
    assert not (workspace / "pwned").exists()
    assert check(action, workspace, baseline="absent.json").returncode == 2


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("hint", 1)])
def test_what_fails_can_be_chosen(action: dict[str, Any], workspace: Path, level: str, code: int) -> None:
    file = workspace / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text('{"hooks": {"PreToolUse": []}}')

    assert check(action, workspace, fail_on=level).returncode == code


def test_tests_are_left_out_on_request(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace, "PreToolUse", "touch ran")
    _test(workspace, "deny")

    assert check(action, workspace, test_paths="").returncode == 0
    assert not (workspace / "ran").exists()


def test_wrong_usage_is_the_worst(action: dict[str, Any], workspace: Path) -> None:
    _hooks(workspace, "PreTolUse")

    done = check(action, workspace, paths="nowhere.json")

    assert done.returncode == 2
    assert "`nowhere.json` does not exist" in done.stderr


def test_an_old_python_is_refused_with_what_to_do(action: dict[str, Any], workspace: Path) -> None:
    done = run_step(action, 0, workspace, {}, python="false")

    assert done.returncode == 2
    assert done.stdout.startswith("::error title=hookwright::Python 3.11 or newer is needed: add actions/setup-python")


def test_it_is_installed_from_its_own_checkout(
    action: dict[str, Any], workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What stands in for the programs there would be taken for those of a finished environment.
    shutil.rmtree(workspace.parent / "runner" / "hookwright")
    need_index(workspace.parent)
    _hooks(workspace, "PreTolUse")

    # Most of what is installed is never imported here.
    monkeypatch.setenv("PIP_NO_COMPILE", "1")
    done = run_step(action, 0, workspace, {}, python=sys.executable)

    assert done.returncode == 0, done.stderr
    assert "::error file=.claude/settings.json," in check(action, workspace).stdout
