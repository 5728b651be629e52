"""The index of what session files say of hooks: how far each was read, and a row for each record.

It holds commands, standard error and times, without secrets, and nothing else of a session.  Rows go with their file:
what the agent deletes is forgotten here, too.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import astuple

from hookwright.engine.journal.place import is_switched_off, make_room, state_folder
from hookwright.host import Host
from hookwright.sessions.records import Ending, RecordedRun

logger = logging.getLogger(__name__)

FILE_NAME = "sessions.sqlite3"

# What was read by other code is read again.
_VERSION = 1
_BUSY_SECONDS = 5.0
_BROKEN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_MOST_ROWS = 500_000

_FIELDS = RecordedRun.__struct_fields__
_TABLES = f"""
CREATE TABLE files (path TEXT PRIMARY KEY, dialect TEXT NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL, offset INTEGER NOT NULL, mark BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE runs (dialect TEXT NOT NULL, path TEXT NOT NULL, {", ".join(_FIELDS)},
    PRIMARY KEY (dialect, key)) WITHOUT ROWID;
CREATE INDEX runs_by_path ON runs (path);
CREATE INDEX runs_by_time ON runs (at);
"""
_INSERT = f"INSERT OR IGNORE INTO runs VALUES ({', '.join('?' * (len(_FIELDS) + 2))})"


class Progress(Struct, frozen=True):
    """How far a file has been read: up to `offset`; `mark` stands for the bytes before it.

    The other values tell whether the file has changed since.
    """

    device: int
    inode: int
    size: int
    modified: int
    offset: int = 0
    mark: bytes = b""


class Index:
    """One open database, to be used by one thread; in memory where nothing is to be kept, or can be."""

    def __init__(self, host: Host, *, kept: bool = True) -> None:
        self._connection = _of_user(host) if kept and not is_switched_off(host) and host.home else _in_memory()

    def progress(self, dialect: str) -> dict[str, Progress]:
        """How far each file of an agent has been read, by path."""
        rows = self._connection.execute(
            "SELECT path, device, inode, size, modified, offset, mark FROM files WHERE dialect = ?", [dialect]
        )
        return {path: Progress(*rest) for path, *rest in rows}

    def keep(self, dialect: str, path: str, progress: Progress, runs: Iterable[RecordedRun], *, anew: bool) -> None:
        """Takes in what was read of a file; `anew`: in place of what is known of it."""
        rows = [(dialect, path, *astuple(it)) for it in runs]
        with _transaction(self._connection):
            if anew:
                self._connection.execute("DELETE FROM runs WHERE path = ?", [path])
            self._connection.executemany(_INSERT, rows)
            self._connection.execute(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [path, dialect, *astuple(progress)]
            )

    def forget(self, paths: Sequence[str]) -> None:
        """Leaves out files that are no longer there, and what they said."""
        with _transaction(self._connection):
            for table in ("runs", "files"):
                self._connection.executemany(f"DELETE FROM {table} WHERE path = ?", [[it] for it in paths])

    def runs(self, dialect: str, projects: Sequence[str] | None, since: float = 0.0) -> Iterator[RecordedRun]:
        """The records of an agent in these projects, or in all, in the order of time."""
        chosen = "" if projects is None else f" AND project IN ({', '.join('?' * len(projects))})"
        query = f"SELECT {', '.join(_FIELDS)} FROM runs WHERE dialect = ? AND at >= ?{chosen} ORDER BY at"
        rows = self._connection.execute(f"{query} LIMIT {_MOST_ROWS}", [dialect, since, *(projects or ())])
        for row in rows:
            values = dict(zip(_FIELDS, row, strict=True))
            values["ending"], values["only_known"] = Ending(values["ending"]), bool(values["only_known"])
            yield RecordedRun(**values)

    def projects(self, dialect: str) -> tuple[str, ...]:
        """The projects that an agent's records name."""
        found = self._connection.execute("SELECT DISTINCT project FROM runs WHERE dialect = ? ORDER BY 1", [dialect])
        return tuple(it for (it,) in found)

    def close(self) -> None:
        """Closes the database."""
        self._connection.close()


def _of_user(host: Host) -> sqlite3.Connection:
    """The user's own index, which is made anew if it is broken; one in memory if that cannot be."""
    path = os.path.join(state_folder(host), FILE_NAME)
    try:
        try:
            return _opened(path)
        except sqlite3.DatabaseError as wrong:
            if getattr(wrong, "sqlite_errorcode", None) not in _BROKEN:
                raise
            os.unlink(path)
            return _opened(path)
    except (sqlite3.Error, OSError) as wrong:
        logger.info("What session files say cannot be kept, and is read anew: %s", wrong)
        return _in_memory()


def _in_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(_TABLES)
    return connection


def _opened(path: str) -> sqlite3.Connection:
    make_room(path)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        # What is forgotten is not left in free pages.
        connection.execute("PRAGMA secure_delete = ON")
        with _transaction(connection):
            if connection.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                for table in ("runs", "files"):
                    connection.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


class _transaction:  # noqa: N801  used like a function
    """Begins a transaction for writing at once; everything in it is done, or nothing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._connection.execute("COMMIT" if kind is None else "ROLLBACK")
