"""`hookwright check --fix` and `--diff` as somebody runs them: what is on the disk after."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
from tests import warm

FAULTY = (
    '{"hooks": {\r\n\t"pretooluse": [{"hooks": [{"type": "command", "command": "echo é 😀"}]}],\r\n'
    '  "NoSuchEventAtAll": [{"hooks": [{"type": "command", "command": "true"}]}]}}'
)


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_bytes(FAULTY.encode())
    file.chmod(0o640)
    return file


def _run(folder: Path, *words: str, stdin: str | None = None) -> subprocess.CompletedProcess[bytes]:
    command = warm.hookwright("check", *words)
    given = None if stdin is None else stdin.encode()
    return subprocess.run(command, capture_output=True, cwd=folder, check=False, input=given)


def test_a_fix_changes_its_place_and_no_other_byte(tmp_path: Path, settings: Path) -> None:
    done = _run(tmp_path, "--fix", "--select", "HW202")

    assert (done.returncode, done.stderr) == (0, b"")
    assert settings.read_bytes() == FAULTY.replace("pretooluse", "PreToolUse").encode()
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640
    assert os.listdir(settings.parent) == ["settings.json"], "nothing is left beside it"
    assert done.stdout.decode().splitlines()[0].startswith("fixed .claude/settings.json:2: Change to `PreToolUse`")
    assert b"1 fixed, no problems in 1 hook file" in done.stdout


def test_what_is_left_decides_the_exit_code_and_unsafe_fixes_are_asked_for(tmp_path: Path, settings: Path) -> None:
    words = ("--select", "event-case", "--select", "empty-group", "--fail-on", "hint")
    settings.write_text(FAULTY.replace('[{"type": "command", "command": "true"}]', "[]"), "utf-8")
    assert _run(tmp_path, *words).returncode == 1
    done = _run(tmp_path, *words, "--fix")
    assert done.returncode == 1
    told = "1 fix was not made, because it may change what the hooks do: `--fix --unsafe` makes it"
    assert told in done.stdout.decode().splitlines()
    assert "NoSuchEventAtAll" in settings.read_text("utf-8")

    done = _run(tmp_path, *words, "--fix", "--unsafe")
    assert (done.returncode, b"not made" in done.stdout) == (0, False)
    assert "NoSuchEventAtAll" not in settings.read_text("utf-8")


def test_a_second_run_does_not_touch_the_file(tmp_path: Path, settings: Path) -> None:
    _run(tmp_path, "--fix", "--unsafe")
    before = settings.stat()

    done = _run(tmp_path, "--fix", "--unsafe")

    assert b"fixed" not in done.stdout
    assert (settings.stat().st_ino, settings.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_link_stays_one(tmp_path: Path, settings: Path) -> None:
    real = tmp_path / "real.json"
    settings.rename(real)
    settings.symlink_to(real)

    _run(tmp_path, "--fix", str(settings))

    assert settings.is_symlink()
    assert "PreToolUse" in real.read_text("utf-8")


def test_a_diff_is_printed_alone_and_nothing_is_written(tmp_path: Path, settings: Path) -> None:
    done = _run(tmp_path, "--diff")

    assert settings.read_bytes() == FAULTY.encode()
    assert done.returncode == 1, "nothing was fixed"
    assert done.stdout.startswith(b"--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ ")
    assert b"\n\\ No newline at end of file\n" in done.stdout
    assert done.stderr.decode().endswith(" would be made\n")
    patched = subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=done.stdout, check=False)
    assert patched.returncode == 0
    assert settings.read_bytes() == FAULTY.replace("pretooluse", "PreToolUse").encode()


def test_standard_input_is_shown_but_not_fixed(tmp_path: Path) -> None:
    shown = _run(tmp_path, "-", "--stdin-filename", ".claude/settings.json", "--diff", stdin=FAULTY)
    assert b'+\t"PreToolUse"' in shown.stdout

    refused = _run(tmp_path, "-", "--stdin-filename", ".claude/settings.json", "--fix", stdin=FAULTY)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr == b"hookwright: standard input cannot be fixed: name the file, or use --diff\n"


@pytest.mark.parametrize("words", [["--unsafe"], ["--diff", "--format", "json"]])
def test_what_makes_no_sense_is_refused(tmp_path: Path, words: list[str]) -> None:
    assert _run(tmp_path, *words).returncode == 2


def test_json_says_what_was_fixed(tmp_path: Path, settings: Path) -> None:
    (file,) = json.loads(_run(tmp_path, "--fix", "--format", "json", "--select", "HW202").stdout)["files"]

    assert file["diagnostics"] == []
    assert file["fixed"] == [{"code": "HW202", "name": "event-case", "line": 2, "title": "Change to `PreToolUse`"}]


def test_scripts_of_the_project_are_fixed_and_those_of_others_are_not(tmp_path: Path) -> None:
    project, other = tmp_path / "plugin", tmp_path / "other.sh"
    for script in (project / "scripts" / "own.sh", other):
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text("echo\n")
        script.chmod(0o644)
    commands = ["${PLUGIN_ROOT}/scripts/own.sh", str(other)]
    hooks = [{"type": "command", "command": it} for it in commands]
    file = project / "hooks" / "hooks.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}))

    words = ("--dialect", "open-plugin", "--select", "HW502", "--select", "HW503", "hooks/hooks.json")
    shown = _run(project, "--diff", *words)
    assert b"scripts/own.sh\nold mode 100644\nnew mode 100755\n" in shown.stdout
    assert b"+#!/bin/sh\n" in shown.stdout
    assert (project / "scripts" / "own.sh").read_text() == "echo\n"

    done = _run(project, "--fix", *words)
    assert (project / "scripts" / "own.sh").read_text() == "#!/bin/sh\necho\n"
    assert (project / "scripts" / "own.sh").stat().st_mode & 0o111
    assert (other.read_text(), other.stat().st_mode & 0o111) == ("echo\n", 0)
    assert b"2 fixed, " in done.stdout
    assert b"other.sh" in done.stdout, "it is still told"


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_link_leads_no_fix_out_of_the_project(tmp_path: Path, linked: str) -> None:
    project, precious = tmp_path / "project", tmp_path / "home" / ".claude" / "settings.json"
    precious.parent.mkdir(parents=True)
    precious.write_bytes(FAULTY.encode())
    project.mkdir()
    if linked == "folder":
        (project / ".claude").symlink_to(precious.parent)
    else:
        (project / ".claude").mkdir()
        (project / ".claude" / "settings.json").symlink_to(precious)

    for way in ("--fix", "--diff"):
        done = _run(project, way, ".claude/settings.json")
        assert done.returncode == 2
        assert b"is a link that leads out of its project: to fix what it leads to, name `" in done.stderr
        assert b"PreToolUse" not in done.stdout or way == "--fix"
        assert precious.read_bytes() == FAULTY.encode()

    assert _run(project, "--fix", "--select", "HW202", str(precious)).returncode == 0
    assert precious.read_bytes() == FAULTY.replace("pretooluse", "PreToolUse").encode()


def test_a_link_within_the_project_is_followed(tmp_path: Path) -> None:
    real = tmp_path / "config" / "hooks.json"
    real.parent.mkdir()
    real.write_bytes(FAULTY.encode())
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").symlink_to("../config/hooks.json")

    assert _run(tmp_path, "--fix", "--select", "HW202", ".claude/settings.json").returncode == 0
    assert real.read_bytes() == FAULTY.replace("pretooluse", "PreToolUse").encode()
    assert (tmp_path / ".claude" / "settings.json").is_symlink()
