"""The demo as a newcomer runs it: in an empty home, and interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.e2e.workspace import gone, processes_in

from hookwright.cli.demo.client import Editor

_DEMO = (sys.executable, "-m", "hookwright", "demo")
_SECONDS = 120


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine on which nobody has run anything: its home, temporary and working folders are empty."""
    for name in ("home", "tmp", "work"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.fixture
def waiting_demo(machine: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A demo with a hook that runs for long, and the file that gets the processes of the hook."""
    note, bin_folder = machine / "processes", machine / "bin"
    bin_folder.mkdir()
    # The sample's second hook runs `date`.
    script = bin_folder / "date"
    script.write_text(f"#!/bin/sh\nsleep 60 & echo $$ $! $PPID > '{note}.new'; mv '{note}.new' '{note}'; wait\n")
    script.chmod(0o755)
    environ = _environment(machine, PATH=f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    with subprocess.Popen(
        _DEMO, cwd=machine / "work", env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as demo:
        yield demo, note
        demo.kill()


def test_it_asks_before_it_fires_runs_to_its_end_and_leaves_nothing(machine: Path) -> None:
    state = machine / "state"

    done = _run(machine, HOOKWRIGHT_STATE_DIR=str(state), XDG_STATE_HOME=str(state))

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "All of it took" in done.stdout
    _expect_questions(done.stdout)
    assert _left_in(machine) == []
    assert not state.exists(), "what it agrees to is not kept for anything else"


def _expect_questions(shown: str) -> None:
    """The question is shown before what comes of it."""
    question = (
        "(HW511)",
        "▶ Fire with `cat .env`\n",
        "Run this command?",
        "/project\n",
        "It runs as you",
        "[Run]  Cancel",
        "Claude Code runs it: the guard refused, and refused nothing",
        "▶ Fire with `cat .env`, after the fix",
        "Claude Code stops it: Blocked: the .env file holds secrets",
        "▶ Fire SessionStart",
        "succeeded",
    )
    places = [shown.index(it) for it in question]
    assert places == sorted(places)
    # The guard is fired once more as it was agreed to.
    assert shown.count("agreed to, for this demo") == shown.count("▶ Fire ") - 1
    # What it is about is said at once.
    assert "(HW511)" in "".join(shown.splitlines(keepends=True)[:5])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_interrupted_it_leaves_nothing(
    waiting_demo: tuple[subprocess.Popen[str], Path], machine: Path, number: signal.Signals
) -> None:
    demo, note = waiting_demo
    processes = await processes_in(note)

    demo.send_signal(number)
    output, _ = demo.communicate(timeout=_SECONDS)

    assert demo.returncode == 128 + number
    assert "Traceback" not in output
    await gone(processes)
    assert _left_in(machine) == []


async def test_killed_it_leaves_no_process(waiting_demo: tuple[subprocess.Popen[str], Path]) -> None:
    demo, note = waiting_demo
    processes = await processes_in(note)

    demo.kill()
    demo.wait()

    await gone(processes)


def test_a_server_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    _fails(tmp_path, "import time; time.sleep(60)", 0.2, "has not answered `initialize` for 0.2 s")


def test_a_server_that_ends_is_an_error(tmp_path: Path) -> None:
    _fails(tmp_path, "", _SECONDS, "ended before it answered")


def _fails(folder: Path, server: str, seconds: float, problem: str) -> None:
    command = (sys.executable, "-c", server)
    editor = Editor(folder, folder, os.environ, lambda *_: 0, command=command, seconds=seconds)

    with pytest.raises(click.ClickException, match=problem), editor:
        pass

    assert editor.has_ended


def _environment(machine: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "HOME": str(machine / "home"), "TMPDIR": str(machine / "tmp"), **more}


def _run(machine: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environ = _environment(machine, **more)
    return subprocess.run(
        _DEMO, cwd=machine / "work", env=environ, capture_output=True, text=True, check=False, timeout=_SECONDS
    )


def _left_in(machine: Path) -> list[Path]:
    return [it for name in ("home", "tmp", "work") for it in (machine / name).rglob("*")]
