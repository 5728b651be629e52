"""What makes `hookwright check` fail: the command line, else the settings of each file's project, else the default."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm

_NEVER, _MISSING, _UNKNOWN = "HW303", "HW501", "HW506"


def _check(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        warm.hookwright("check", *words), cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def _hooks(folder: Path, matcher: str = "Bash", command: str = "true", place: str = ".claude/settings.json") -> None:
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    group = {"matcher": matcher, "hooks": [{"type": "command", "command": command}]}
    path.write_text(json.dumps({"hooks": {"PreToolUse": [group]}}))


def _settings(folder: Path, **settings: Any) -> None:
    (folder / "hookwright.json").write_text(json.dumps(settings))


@pytest.mark.parametrize(
    ("code", "written"),
    [
        (_NEVER, {"matcher": "Bsh"}),
        (_MISSING, {"command": '"$CLAUDE_PROJECT_DIR"/missing.sh'}),
        (_UNKNOWN, {"command": 'echo "$CLAUDE_FILE_PATHS"'}),
    ],
)
def test_three_rules_fail_as_warnings_too(tmp_path: Path, code: str, written: dict[str, str]) -> None:
    _hooks(tmp_path, **written)
    _settings(tmp_path, rules={code: "warning"})

    done = _check(tmp_path)

    assert (done.returncode, f"({code})" in done.stdout) == (1, True), done.stdout
    assert f"{code} fails the check; to change that, set `failOn` in hookwright.json" in done.stdout


def test_a_rule_is_not_named_where_an_error_fails_the_check_anyway(tmp_path: Path) -> None:
    _hooks(tmp_path, command='"$CLAUDE_PROJECT_DIR"/missing.sh')
    assert f"{_MISSING} fails the check" in _check(tmp_path).stdout
    _hooks(tmp_path, "Bsh", '"$CLAUDE_PROJECT_DIR"/missing.sh')

    done = _check(tmp_path)

    assert (done.returncode, "1 error, 1 warning in" in done.stdout) == (1, True), done.stdout
    assert "fails the check" not in done.stdout


@pytest.mark.parametrize("severity", ["information", "hint"])
def test_what_is_less_than_a_warning_does_not_fail(tmp_path: Path, severity: str) -> None:
    _hooks(tmp_path, "Bsh")
    _settings(tmp_path, rules={_NEVER: severity})

    done = _check(tmp_path)

    assert (done.returncode, "fails" in done.stdout) == (0, False), done.stdout


def test_the_command_line_goes_before_the_settings(tmp_path: Path) -> None:
    _hooks(tmp_path, "Bsh")
    _settings(tmp_path, rules={_NEVER: "warning"}, failOn="error")

    assert _check(tmp_path).returncode == 0
    assert _check(tmp_path, "--fail-on", f"error,{_NEVER}").returncode == 1
    assert _check(tmp_path, "--fail-on", "error", "--fail-on", "matcher-never-matches").returncode == 1
    assert _check(tmp_path, "--fail-on", "warning").returncode == 1
    assert _check(tmp_path, "--fail-on", _MISSING).returncode == 0


def test_each_file_is_held_against_the_settings_of_its_own_project(tmp_path: Path) -> None:
    for name in ("strict", "lax"):
        _hooks(tmp_path / name, "Bsh")
    _settings(tmp_path / "lax", rules={_NEVER: "warning"}, failOn=[])
    _settings(tmp_path / "strict", rules={_NEVER: "warning"}, failOn="warning")

    assert _check(tmp_path).returncode == 1
    assert _check(tmp_path / "lax").returncode == 0
    assert json.loads(_check(tmp_path, "--format", "json").stdout)["fails"] is True
    assert json.loads(_check(tmp_path / "lax", "--format", "json").stdout)["fails"] is False


def test_a_word_that_is_no_severity_and_no_rule_is_refused(tmp_path: Path) -> None:
    _hooks(tmp_path)

    done = _check(tmp_path, "--fail-on", "error,HW30")

    assert done.returncode == 2
    assert "`HW30` is not a severity or a rule: did you mean `HW3" in done.stderr
