"""What the journal forgets, and when."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.engine.journal.entries import NOW, entry, ids, look, run

from hookwright.engine.journal.schema import prepare
from hookwright.engine.journal.store import Retention, Store, forget, used_bytes

_DAY = 24 * 60 * 60


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "journal.sqlite3")


@pytest.fixture
def connection(path: str) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as it:
        prepare(it)
        yield it


def _write(path: str, count: int, text: str = "") -> None:
    store = Store(path, Retention())
    store.write([entry(it, run(stdout=text)) for it in range(count)])
    store.close()


def test_what_is_too_old_goes_with_its_runs(path: str, connection: sqlite3.Connection) -> None:
    _write(path, 10)
    assert forget(connection, Retention(days=1), NOW + _DAY + 4) == 4
    assert ids(path) == [f"dispatch-{it}" for it in range(4, 10)]
    assert look(path, "SELECT count(*) FROM runs") == [(6,)]


def test_the_oldest_go_while_it_is_too_large_and_the_file_shrinks(path: str, connection: sqlite3.Connection) -> None:
    _write(path, 400, "x y " * 1000)
    before, size = used_bytes(connection), 1024 * 1024
    assert before > size
    assert forget(connection, Retention(size=size), NOW) > 0
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert used_bytes(connection) <= size
    assert Path(path).stat().st_size < before
    left = ids(path)
    assert left == [f"dispatch-{it}" for it in range(400 - len(left), 400)]
    # It keeps nearly as much as it may.
    assert used_bytes(connection) > 0.8 * size


def test_what_is_young_and_small_stays(path: str, connection: sqlite3.Connection) -> None:
    _write(path, 10)
    assert forget(connection, Retention(), NOW + 29 * _DAY) == 0
    assert len(ids(path)) == 10


def test_it_happens_when_the_journal_is_opened_and_once_in_many_writes(path: str) -> None:
    # The records are years from today's clock, so all of them are too old.
    old = [entry(it, at=1000.0 + it) for it in range(3)]
    store = Store(path, Retention())
    store.write(old)
    store.clean()
    assert ids(path) == []
    store.write(old)
    store.clean()
    assert len(ids(path)) == 3
    store.write([entry(it, at=1000.0) for it in range(500)])
    store.clean()
    assert ids(path) == []
    store.close()
