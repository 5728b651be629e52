"""The journal under way: many writers at once, and databases that are locked, broken, out of reach or taken away."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.unit.engine.journal.entries import entry, ids, look, run

from hookwright.engine.journal import writer
from hookwright.engine.journal.records import LateRun
from hookwright.engine.journal.schema import MIGRATIONS
from hookwright.engine.journal.writer import Journal

_WRITER = """
import sys
from tests.unit.engine.journal.entries import entry, run
from hookwright.engine.journal.writer import Journal
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
journal = Journal(path)
sys.stdin.readline()
for number in range(count):
    journal.add(entry(number, run(), run(1), id=f"{name}-{number}"))
    if number % 50 == 0:
        journal.flush(20)
journal.close(20)
"""
_ROOT = Path(__file__).parents[4]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite3"


def _start(path: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "PYTHONPATH": str(_ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), name, str(count)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
    )


def test_several_processes_write_at_once_and_lose_nothing(path: Path) -> None:
    writers = [_start(path, f"w{number}", 200) for number in range(4)]
    for process in writers:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    said = [process.communicate(timeout=25)[1] for process in writers]
    assert said == [b""] * 4
    assert sorted(ids(path)) == sorted(f"w{one}-{it}" for one in range(4) for it in range(200))
    assert look(path, "SELECT count(*) FROM runs") == [(4 * 200 * 2,)]


def test_what_was_added_is_there_after_closing(path: Path) -> None:
    journal = Journal(str(path))
    for number in range(3):
        journal.add(entry(number))
    journal.close()
    assert ids(path) == ["dispatch-0", "dispatch-1", "dispatch-2"]
    assert [it.name for it in path.parent.iterdir()] == ["journal.sqlite3"]


def test_a_journal_that_nobody_used_leaves_nothing(path: Path) -> None:
    Journal(str(path)).close()
    assert not path.parent.exists()


def test_flushing_makes_what_was_added_readable(path: Path) -> None:
    journal = Journal(str(path))
    journal.add(entry(1))
    assert journal.flush(10)
    assert ids(path) == ["dispatch-1"]
    journal.close()


def test_after_closing_nothing_is_taken(path: Path) -> None:
    journal = Journal(str(path))
    journal.close()
    journal.add(entry(1))
    assert journal.flush(1)
    assert not path.exists()


def test_secrets_do_not_reach_the_disk(path: Path) -> None:
    token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
    journal = Journal(str(path))
    one = run(stdout=f"a {token}", stderr=f"b {token}", problem=token, skipped_because=token)
    one = replace(
        one, hook=type(one.hook)(id="h", source="s", scope="p", pointer="", name=token, type="t", command=token)
    )
    journal.add(entry(1, one, reason=token, stop_reason=token, payload={"x": [token]}))
    journal.add(LateRun("dispatch-1", one))
    assert journal.flush(10)
    files = b"".join(it.read_bytes() for it in path.parent.iterdir())
    assert b"dispatch-1" in files
    assert b"[redacted: GitHub token]" in files
    assert token.encode() not in files
    journal.close()


def test_a_late_run_replaces_the_one_that_was_running(path: Path) -> None:
    journal = Journal(str(path))
    journal.add(entry(1, run(0, status="running", exit_code=None, started_at=None), run(1)))
    journal.add(LateRun("dispatch-1", run(0, status="failed", exit_code=3, stdout="late")))
    journal.add(LateRun("dispatch-1", run(1, status="failed", exit_code=4)))
    journal.add(LateRun("dispatch-9", run(0, status="failed")))
    journal.close()
    assert look(path, "SELECT hook_id, status, exit_code, stdout FROM runs") == [
        ("hook-0", "failed", 3, "late"),
        ("hook-1", "succeeded", 0, ""),
    ]


def test_texts_that_no_database_takes_are_kept_in_another_form(path: Path) -> None:
    journal = Journal(str(path))
    journal.add(entry(1, run(stdout="half \ud800, none \0"), project="/caf\udce9", payload={"\ud800": "\udfff"}))
    journal.close()
    assert look(path, "SELECT project, payload FROM dispatches") == [(r"/caf\udce9", r'{"\ud800":"\udfff"}')]
    assert look(path, "SELECT stdout FROM runs") == [("half \\ud800, none \0",)]


def test_a_locked_database_holds_nobody_up_and_gets_it_later(path: Path) -> None:
    journal = Journal(str(path))
    journal.add(entry(0))
    assert journal.flush(10)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        # If each waited for the lock, all together would take longer than a test may.
        for number in range(1, 1000):
            journal.add(entry(number))
        assert not journal.flush(0.3)
        other.execute("COMMIT")
    assert journal.flush(10)
    assert ids(path) == [f"dispatch-{it}" for it in range(1000)]
    journal.close()


def test_closing_gives_a_locked_database_up(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = Journal(str(path))
    journal.add(entry(0))
    assert journal.flush(10)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        journal.add(entry(1))
        # The lock goes only after this has returned.
        journal.close(0.2)
        other.execute("COMMIT")
    assert [it.message for it in caplog.records] == [
        (
            f"The last dispatches (1) are not recorded: the journal {path} could not be written within 0.2 s. "
            "Another process has locked it, or the machine is busy."
        )
    ]


@pytest.mark.parametrize("content", [b"no database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_file_is_moved_aside_and_a_new_one_begun(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    journal = Journal(str(path))
    journal.add(entry(1))
    assert journal.flush(10)
    assert ids(path) == ["dispatch-1"]
    (aside,) = path.parent.glob("journal.sqlite3.broken-*")
    assert aside.read_bytes() == content
    assert [it.message for it in caplog.records] == [
        f"The journal {path} was broken: it is now {aside}, and a new one was begun"
    ]
    journal.close()


def test_a_file_that_breaks_under_way_is_moved_aside_too(path: Path) -> None:
    journal = Journal(str(path))
    for number in range(300):
        journal.add(entry(number, run(stdout="some words " * 50)))
    assert journal.flush(10)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    journal.add(entry(1000))
    assert journal.flush(10)
    assert ids(path) == ["dispatch-1000"]
    assert len(list(path.parent.glob("journal.sqlite3.broken-*"))) >= 1
    journal.close()


def test_several_that_find_it_broken_begin_one_new_file(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all " * 100)
    writers = [_start(path, f"w{number}", 20) for number in range(3)]
    for process in writers:
        process.communicate(b"\n", timeout=25)
    assert sorted(ids(path)) == sorted(f"w{one}-{it}" for one in range(3) for it in range(20))
    assert len([it for it in path.parent.glob("*.broken-*") if not it.name.endswith(("-wal", "-shm"))]) == 1


def test_a_file_that_was_taken_away_is_made_anew(path: Path) -> None:
    journal = Journal(str(path))
    journal.add(entry(1))
    assert journal.flush(10)
    for file in path.parent.iterdir():
        file.unlink()
    journal.add(entry(2))
    assert journal.flush(10)
    assert ids(path) == ["dispatch-2"]
    journal.close()


def test_a_folder_that_cannot_be_made_is_said_once(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.write_text("a file where the folder should be")
    journal = Journal(str(path))
    for number in range(3):
        journal.add(entry(number))
        assert journal.flush(10)
    journal.close()
    assert [it.levelno for it in caplog.records] == [logging.WARNING]
    assert "cannot be written, so dispatches are not recorded" in caplog.records[0].message


def test_a_read_only_folder_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    # The kernel's own folder, as permissions do not bind everybody.
    journal = Journal("/proc/self/journal.sqlite3")
    for number in range(3):
        journal.add(entry(number))
        assert journal.flush(10)
    journal.close()
    assert len(caplog.records) == 1
    assert "/proc/self/journal.sqlite3 cannot be written, so dispatches are not recorded" in caplog.records[0].message


def test_a_newer_journal_is_left_alone(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    journal = Journal(str(path))
    journal.add(entry(1))
    assert journal.flush(10)
    journal.close()
    assert look(path, "SELECT count(*) FROM sqlite_master") == [(0,)]
    assert "newer hookwright" in caplog.text


def test_too_many_that_wait_are_dropped_and_said_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer, "_MOST_WAITING", 5)
    journal = Journal(str(path))
    journal.add(entry(0))
    assert journal.flush(10)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for number in range(1, 20):
            journal.add(entry(number))
        other.execute("COMMIT")
    assert journal.flush(10)
    journal.close()
    assert ids(path) == [f"dispatch-{it}" for it in range(6)]
    assert [it.message for it in caplog.records] == [
        f"The journal {path} cannot keep up, so some dispatches are not recorded"
    ]


def test_too_heavy_ones_are_dropped_as_well(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "_MOST_WEIGHT", 1000)
    journal = Journal(str(path))
    journal.add(entry(0, weight=1001))
    journal.add(entry(1, weight=400))
    journal.close()
    assert ids(path) == ["dispatch-1"]
