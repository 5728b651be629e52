"""Tests of `hookwright.workflows.checking.kept_readings`: what a check keeps for the next one, and where."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.host import Host
from hookwright.scripts.read import read_script
from hookwright.workflows.checking.kept_readings import FOLDER, reader_for

GUARD = "#!/bin/sh\n. ./words.sh\necho blocked\nexit 1\n"
COMMAND = {"type": "command", "command": "sh .claude/hooks/guard.sh"}


class Place:
    """A project whose hook runs a script, and the state folder."""

    def __init__(self, folder: Path) -> None:
        self.state, self.hooks = folder / "state", folder / "project" / ".claude" / "hooks"
        self.hooks.mkdir(parents=True)
        (self.hooks / "guard.sh").write_text(GUARD)
        settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [COMMAND]}]}}
        (self.hooks.parent / "settings.json").write_text(json.dumps(settings))

    def start(self, *options: str, **environ: str) -> subprocess.Popen[str]:
        """A check that prints JSON."""
        return subprocess.Popen(
            [sys.executable, "-m", "hookwright", "check", "--format", "json", *options],
            cwd=self.hooks.parent.parent,
            env={**os.environ, "HOOKWRIGHT_STATE_DIR": str(self.state), **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def check(self, *options: str, **environ: str) -> str:
        """What a check prints; it prints no errors."""
        running = self.start(*options, **environ)
        out, err = running.communicate()
        assert running.returncode in (0, 1)
        assert err == ""
        return out

    @property
    def kept(self) -> list[Path]:
        """The readings."""
        return sorted((self.state / FOLDER).iterdir()) if (self.state / FOLDER).exists() else []


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_later_checks_say_what_the_first_did(place: Place) -> None:
    without = place.check("--no-cache")
    assert not place.state.exists()
    first = place.check()
    assert place.kept
    before = {it: it.stat().st_mtime_ns for it in place.kept}
    assert place.check() == first == without
    assert {it: it.stat().st_mtime_ns for it in place.kept} == before


def test_what_has_changed_is_seen(place: Place) -> None:
    first = place.check()
    (place.hooks / "words.sh").write_text("exit 2\n")
    changed = place.check()
    assert changed == place.check("--no-cache") != first
    (place.hooks / "guard.sh").write_text('#!/bin/sh\necho \'{"decision": "no"}\'\nexit 1\n')
    assert place.check() == place.check("--no-cache") != changed


def test_broken_readings_change_nothing(place: Place) -> None:
    first = place.check()
    for it in place.kept:
        it.write_bytes(it.read_bytes()[:-3])
    assert place.check() == first


def test_checks_at_once_say_the_same(place: Place) -> None:
    without = place.check("--no-cache")
    running = [place.start() for _ in range(3)]
    assert [it.communicate() for it in running] == [(without, "")] * 3


def test_it_is_for_the_user_alone(place: Place) -> None:
    place.check()
    assert {it.stat().st_mode & 0o777 for it in (place.state, place.state / FOLDER)} == {0o700}
    assert {it.stat().st_mode & 0o777 for it in place.kept} == {0o600}


def test_a_variable_switches_it_off(place: Place) -> None:
    place.check(HOOKWRIGHT_CACHE="off")
    assert not place.state.exists()


def test_a_project_without_scripts_makes_no_folder(place: Place) -> None:
    (place.hooks / "guard.sh").unlink()
    place.start().communicate()
    assert not place.state.exists()


def test_nothing_is_kept_where_others_can_write(place: Place) -> None:
    (place.state / FOLDER).mkdir(parents=True)
    (place.state / FOLDER).chmod(0o777)
    place.check()
    assert place.kept == []


def test_where_no_folder_can_be_made_it_is_quiet(place: Place) -> None:
    place.state.write_text("")
    assert place.check() == place.check("--no-cache")


def test_without_a_home_folder_nothing_is_kept() -> None:
    assert reader_for(Host({}, "")) is read_script
