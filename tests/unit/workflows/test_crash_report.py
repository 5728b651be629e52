"""A fault leaves a file that can be attached: in the state folder, for the user alone, without secrets."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.host import Host
from hookwright.workflows import crash_report
from hookwright.workflows.crash_report import write_crash_report

_TOKEN = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash_report, "_written", {})


def _fault(text: str) -> Exception:
    try:
        raise KeyError(text)
    except KeyError as fault:
        return fault


def _write(folder: Path, text: str) -> Path:
    found = write_crash_report(
        _fault(text), "hookwright check", Host({"HOOKWRIGHT_STATE_DIR": str(folder)}, "/home/me")
    )
    assert found is not None
    return Path(found)


def test_it_says_what_is_needed_and_no_more(tmp_path: Path) -> None:
    report = _write(tmp_path / "state", f"/home/me/x {_TOKEN} \x1b[2J \u202e")
    text = report.read_text("utf-8")

    assert (report.parent.parent, report.parent.name) == (tmp_path / "state", "crashes")
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert stat.S_IMODE(report.parent.stat().st_mode) == 0o700
    assert "while       hookwright check\n" in text
    assert "Traceback (most recent call last):" in text
    assert "~/x [redacted: GitHub token]" in text
    assert not set(text) & {"\x1b", "\u202e"}


def test_the_same_fault_is_reported_once_and_old_reports_go(tmp_path: Path) -> None:
    assert _write(tmp_path, "a") == _write(tmp_path, "a")
    crash_report._written.clear()
    for number in range(25):
        (tmp_path / "crashes" / f"20000101T000000Z-{number:02}.txt").write_text("old")
    _write(tmp_path, "b")
    assert len(list((tmp_path / "crashes").iterdir())) == 20


def test_a_folder_that_cannot_be_written_is_no_second_fault(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    environ = {"HOOKWRIGHT_STATE_DIR": str(tmp_path / "state")}
    assert write_crash_report(_fault("x"), "y", Host(environ, "/home/me")) is None


def test_the_command_line_names_it(tmp_path: Path) -> None:
    program = (
        "import sys, hookwright.cli as cli\n"
        "def broken(**_): raise KeyError('x\\x1b[2J')\n"
        "cli.hookwright.main = broken\nsys.argv = ['hookwright', 'check', 'secret']\ncli.main()\n"
    )
    environ = {"HOOKWRIGHT_STATE_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=False)
    (report,) = (tmp_path / "crashes").iterdir()

    assert done.returncode == 2
    assert done.stderr == (
        f"hookwright: internal error (KeyError: 'x\\x1b[2J'); report it with {report}, which holds the details\n"
    )
    assert "while       hookwright check\n" in report.read_text("utf-8")
