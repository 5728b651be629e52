"""Servers that die or cannot write: no hook is left, what was answered was right, and the next server works."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.torture.census import Census
from tests.torture.conftest import Place
from tests.torture.wire import PATIENCE, Wire

from hookwright.engine.journal.place import journal_path
from hookwright.host import Host

_LONG = pytest.mark.torture_long
_DENIES = "echo no >&2; exit 2"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def _journaling(state: Path) -> dict[str, str]:
    return {"HOOKWRIGHT_STATE_DIR": str(state), "HOOKWRIGHT_JOURNAL": "on"}


def _journal(state: Path) -> Path:
    return Path(journal_path(Host({"HOOKWRIGHT_STATE_DIR": str(state)}, "")))


def _denies(wire: Wire) -> bool:
    return bool(wire.dispatch()["decision"] == "deny")


@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, *(pytest.param(it, marks=_LONG) for it in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP))],
)
def test_a_signal_while_the_journal_is_written(number: int, place: Place, state: Path, census: Census) -> None:
    place.hooks("true")
    with place.server(environment=_journaling(state)) as wire:
        wire.warm()
        for _ in range(50):
            wire.begin_dispatch()
        wire.process.send_signal(number)
        wire.process.wait(PATIENCE)
        census.nothing_runs()
    with closing(sqlite3.connect(_journal(state))) as journal:
        assert journal.execute("pragma integrity_check").fetchone() == ("ok",)
    place.hooks(_DENIES)
    with place.server(environment=_journaling(state)) as wire:
        assert _denies(wire)


@pytest.mark.parametrize("which", ["stdin", "stdout"])
def test_a_closed_pipe(which: str, place: Place, census: Census) -> None:
    place.hooks("setsid sleep 1000 & touch began; wait")
    with place.server() as wire:
        wire.begin_dispatch()
        wire.until((place.project / "began").exists)
        if which == "stdout":
            wire.selector.close()
        getattr(wire.process, which).close()
        # It notices that nobody reads when it has something to say.
        if which == "stdout":
            wire.begin("hookwright/samples", {"dialect": "claude-code", "event": "PreToolUse"})
        wire.process.wait(PATIENCE)
        census.nothing_runs()


def _is_locked(journal: Path) -> Callable[[], None]:
    connection = sqlite3.connect(journal, isolation_level=None)
    connection.execute("begin exclusive")
    return connection.close


def _is_corrupt(journal: Path) -> Callable[[], None]:
    journal.write_bytes(os.urandom(100_000))
    return lambda: None


def _is_cut(journal: Path) -> Callable[[], None]:
    journal.write_bytes(journal.read_bytes()[:5000])
    return lambda: None


def _is_a_folder(journal: Path) -> Callable[[], None]:
    journal.unlink()
    journal.mkdir()
    return lambda: None


@pytest.mark.parametrize(
    "fault", [_is_locked, _is_corrupt, *(pytest.param(it, marks=_LONG) for it in (_is_cut, _is_a_folder))]
)
def test_a_journal_that(fault: Callable[[Path], Callable[[], None]], place: Place, state: Path) -> None:
    place.hooks(_DENIES)
    with place.server(environment=_journaling(state)) as wire:
        assert _denies(wire)
    end = fault(_journal(state))
    with place.server(environment=_journaling(state)) as wire:
        assert _denies(wire)
        wire.still_works()
    end()


def test_a_home_and_state_folder_that_cannot_be_written(place: Place) -> None:
    """Not even root may write below a file."""
    file = place.write("file", "")
    place.hooks(_DENIES)
    with Wire(place.project, file / "home", environment=_journaling(file / "state")) as wire:
        assert _denies(wire)
        wire.still_works()


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 KB, nearly all of it taken."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        (disk / "filler").write_bytes(b"x" * (60 << 10))
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def test_a_full_disk(place: Place, full_disk: Path) -> None:
    place.hooks(_DENIES)
    with place.server(environment={**_journaling(full_disk / "state"), "TMPDIR": str(full_disk)}) as wire:
        assert _denies(wire)
        wire.dispatch(tool_input={"command": "x" * (1 << 20)})
        wire.still_works()


@pytest.mark.parametrize("number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=_LONG), signal.SIGINT])
def test_a_dispatch_from_the_shell_that_is_killed(number: int, place: Place, census: Census) -> None:
    place.hooks("setsid sleep 1000 & touch began; wait")
    arguments = ("-m", "hookwright", "dispatch", "PreToolUse", "--dialect", "claude-code", "--payload", "-")
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=place.project,
        env={**os.environ, "HOME": str(place.home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as command:
        assert command.stdin
        command.stdin.write(json.dumps({"tool_name": "Bash"}).encode())
        command.stdin.close()
        Wire.until((place.project / "began").exists)
        command.send_signal(number)
        command.wait(PATIENCE)
    census.nothing_runs()
