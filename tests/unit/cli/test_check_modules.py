"""`hookwright check` on hook modules: what their text shows, and nothing of them is run."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests import warm

_RUNS = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    module = tmp_path / ".pi" / "hooks" / "guard.py"
    module.parent.mkdir(parents=True)
    return module


def check(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = warm.hookwright("check", *map(str, words))
    return subprocess.run(command, capture_output=True, check=False, text=True)


def test_a_project_whose_only_guard_has_a_syntax_error_does_not_pass(module: Path, tmp_path: Path) -> None:
    module.write_text("from hookwright.modules import on\n\n@on('PreToolUse'\ndef guard(event, ctx): ...\n")
    for path in (tmp_path, module):
        done = check(path)
        assert done.returncode == 1
        assert "the module cannot be loaded: '(' was never closed (HW907)" in done.stdout
        assert "guard.py:3:4" in done.stdout
        assert "1 error in 1 hook module" in done.stdout
        assert "no hook files were found" not in done.stdout


def test_a_folder_in_the_place_of_a_guard_does_not_pass(module: Path, tmp_path: Path) -> None:
    module.mkdir()
    done = check(tmp_path)
    assert done.returncode != 0
    assert "guard.py" in done.stdout + done.stderr
    assert "no hook files were found" not in done.stdout


def test_what_a_module_registers_is_read_and_not_run(module: Path, tmp_path: Path) -> None:
    module.write_text(f"{_RUNS}from hookwright.modules import on\non('PreTolUse', print)\n")
    done = check(tmp_path, "--format", "json", "--fail-on", "warning")
    assert done.returncode == 1
    (file,) = json.loads(done.stdout)["files"]
    assert (file["dialect"], file["module"]) == (None, True)
    assert [(it["code"], it["range"]["start"]["line"], it["fixes"]) for it in file["diagnostics"]] == [("HW908", 3, [])]
    assert not module.with_name("ran").exists()


def test_a_good_module_is_counted(module: Path, tmp_path: Path) -> None:
    module.write_text("from hookwright.modules import on\non('PreToolUse', print)\n")
    (module.parent / "_helper.py").write_text("rules = []\n")
    done = check(tmp_path)
    assert (done.returncode, done.stdout.partition(" (")[0]) == (0, "no problems in 1 hook module")


def test_rules_and_files_can_be_left_out(module: Path, tmp_path: Path) -> None:
    module.write_text("def (:\n")
    assert check(tmp_path, "--select", "HW303").returncode == 0
    assert check(tmp_path, "--ignore", "module-broken").returncode == 0
    assert check(tmp_path, "--select", "HW907").returncode == 1
    (tmp_path / "hookwright.json").write_text(json.dumps({"exclude": [".pi/**"]}))
    assert check(tmp_path).returncode == 0
    assert check(module).returncode == 1, "it was named"


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_other_reports_name_the_module_too(module: Path, tmp_path: Path, form: str) -> None:
    module.write_text("def (:\n")
    assert "HW907" in check(tmp_path, "--format", form).stdout
