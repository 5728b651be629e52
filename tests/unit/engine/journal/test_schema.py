"""How a database becomes one of this version."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.engine.journal.entries import entry, ids, look, run

from hookwright.engine.journal import schema
from hookwright.engine.journal.schema import MIGRATIONS, NewerJournal, prepare
from hookwright.engine.journal.store import Retention, Store


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3", isolation_level=None)) as it:
        yield it


def test_version_0_is_an_empty_database(connection: sqlite3.Connection) -> None:
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    prepare(connection)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    asked = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    tables = connection.execute(asked).fetchall()
    assert tables == [("dispatches",), ("runs",), ("payloads",), ("payload_limits",)]


def test_a_later_step_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite3"
    store = Store(str(path), Retention())
    store.write([entry(1, run())])
    store.close()
    step = "CREATE TABLE notes (text TEXT);\nINSERT INTO notes SELECT id FROM dispatches;\n"
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, step))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        prepare(connection)
    assert look(path, "SELECT text FROM notes") == [("dispatch-1",)]
    assert look(path, "PRAGMA user_version") == [(len(MIGRATIONS) + 1,)]


def test_a_step_that_fails_changes_nothing(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE notes (text TEXT);\nNONSENSE"))
    with pytest.raises(sqlite3.OperationalError, match="NONSENSE"):
        prepare(connection)
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_a_database_of_a_later_version_is_left_alone(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(NewerJournal, match="newer hookwright"):
        prepare(connection)
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_several_at_once_make_one(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.sqlite3")
    together = threading.Barrier(6)
    failures: list[BaseException] = []

    def begin(number: int) -> None:
        together.wait()
        while True:
            try:
                store = Store(path, Retention())
                store.write([entry(number)])
                store.close()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                    continue
                failures.append(error)
            return

    threads = [threading.Thread(target=begin, args=(it,)) for it in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sorted(ids(path)) == [f"dispatch-{it}" for it in range(6)]
