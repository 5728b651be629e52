"""What `check` says of the hook files of agents that it does not know."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests import warm

_HOOKS = '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}}\n'
_FILES = {
    ".grok/hooks/guard.json": _HOOKS,
    ".kilo/plugin/guard.ts": "export default {}\n",
    ".amp/plugins/guard.ts": "export default {}\n",
    ".amp/plugins/log.ts": "export default {}\n",
}
_LINE = "not checked: 4 files of agents that hookwright does not know (2 of Amp, 1 of Grok, 1 of Kilo)"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    _write(tmp_path, **_FILES)
    return tmp_path


def _write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def _check(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(warm.hookwright("check", *words), capture_output=True, cwd=folder, check=False, text=True)


def test_the_last_line_names_and_counts_them(project: Path) -> None:
    done = _check(project)
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["no hook files of agents that hookwright knows were found", _LINE]

    _write(project, **{".claude/settings.json": _HOOKS, "hookwright.json": '{"exclude": [".amp/**"]}'})
    first, last = _check(project).stdout.splitlines()
    assert first.startswith("no problems in 1 hook file ")
    assert last == "not checked: 2 files of agents that hookwright does not know (1 of Grok, 1 of Kilo)"


def test_only_settings_are_not_zero_hook_files(project: Path) -> None:
    _write(project, **{"hookwright.json": '{"rules": {"nothing": "off"}}'})

    done = _check(project)

    assert "1 warning in the settings" in done.stdout
    assert "0 hook files" not in done.stdout


def test_those_that_hookwright_json_gives_a_dialect_are_checked(project: Path) -> None:
    _write(project, **{"hookwright.json": '{"dialects": {".grok/**": "claude-code"}}'})

    for words in ((), (".grok/hooks/guard.json",)):
        first, *rest = _check(project, *words).stdout.splitlines()
        assert first.startswith("no problems in 1 hook file ")
        assert "Grok" not in "".join(rest)


def test_a_named_file_is_passed_over_unless_its_dialect_is_named_too(project: Path) -> None:
    done = _check(project, ".grok/hooks/guard.json")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "not checked: 1 file of agents that hookwright does not know (1 of Grok)",
    )

    assert "no problems in 1 hook file" in _check(project, ".grok/hooks/guard.json", "--dialect", "claude-code").stdout
    assert _check(project, "--dialect", "claude-code").stdout.endswith(_LINE + "\n")


def test_programs_are_told_too(project: Path) -> None:
    report = json.loads(_check(project, "--format", "json").stdout)
    assert report["files"] == []
    assert [(it["path"], it["agent"]) for it in report["notChecked"]] == [
        (".amp/plugins/guard.ts", "Amp"),
        (".amp/plugins/log.ts", "Amp"),
        (".grok/hooks/guard.json", "Grok"),
        (".kilo/plugin/guard.ts", "Kilo"),
    ]

    (run,) = json.loads(_check(project, "--format", "sarif").stdout)["runs"]
    ((invocation,),) = (run["invocations"],)
    told = invocation["toolExecutionNotifications"]
    assert [it["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for it in told] == sorted(_FILES)
    assert all(it["level"] == "note" for it in told)

    assert _check(project, "--format", "github").stdout == f"::notice title=hookwright::{_LINE}\n"


def test_nothing_is_said_where_none_is_there(tmp_path: Path) -> None:
    _write(tmp_path, **{".claude/settings.json": _HOOKS, ".grok/settings.json": "{}", ".husky/hooks.json": "{}"})

    assert "not checked" not in _check(tmp_path).stdout
    assert "notChecked" not in _check(tmp_path, "--format", "json").stdout
    assert "invocations" not in _check(tmp_path, "--format", "sarif").stdout
