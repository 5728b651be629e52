"""The journal's tables, how an earlier version is brought up to date, and how the database is opened for reading."""

from __future__ import annotations

import os.path
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from hookwright.errors import UnreadableInput
from hookwright.files import NotRegular, require_regular
from hookwright.patterns import late_pattern

_FIRST = """
CREATE TABLE dispatches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    at REAL NOT NULL,
    origin TEXT NOT NULL,
    dialect TEXT NOT NULL,
    event TEXT NOT NULL,
    project TEXT NOT NULL,
    session TEXT NOT NULL,
    decision TEXT,
    blocked INTEGER NOT NULL,
    reason TEXT,
    must_continue INTEGER NOT NULL,
    stop_agent INTEGER NOT NULL,
    stop_reason TEXT,
    duplicate INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    duration REAL NOT NULL,
    payload TEXT NOT NULL,
    payload_cut INTEGER NOT NULL
);
CREATE INDEX dispatches_by_id ON dispatches (id);
CREATE INDEX dispatches_by_time ON dispatches (at);
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    dispatch INTEGER NOT NULL REFERENCES dispatches (number) ON DELETE CASCADE,
    hook_id TEXT NOT NULL,
    source TEXT NOT NULL,
    scope TEXT NOT NULL,
    pointer TEXT NOT NULL,
    name TEXT,
    type TEXT NOT NULL,
    command TEXT NOT NULL,
    status TEXT NOT NULL,
    skipped_because TEXT,
    problem TEXT,
    exit_code INTEGER,
    signal INTEGER,
    started_at REAL,
    duration REAL NOT NULL,
    stdout TEXT NOT NULL,
    stderr TEXT NOT NULL,
    stdout_cut INTEGER NOT NULL,
    stderr_cut INTEGER NOT NULL
);
CREATE INDEX runs_by_dispatch ON runs (dispatch);
CREATE INDEX runs_by_hook ON runs (hook_id);
"""

# The result of earlier dispatches is not known: it is NULL, where later ones have an empty text.
_RESULTS = """
ALTER TABLE dispatches ADD COLUMN context TEXT;
ALTER TABLE dispatches ADD COLUMN updated_input TEXT;
"""

# What one run decided; NULL for runs of earlier versions, which did not record it, empty if it decided nothing.
_DECISIONS = """
ALTER TABLE runs ADD COLUMN decision TEXT;
"""

# What agents gave to the recorder, and how much of it is kept: one row, and none if nobody has said so.
_PAYLOADS = """
CREATE TABLE payloads (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL,
    dialect TEXT NOT NULL,
    version TEXT NOT NULL,
    event TEXT NOT NULL,
    tool TEXT NOT NULL,
    project TEXT NOT NULL,
    session TEXT NOT NULL,
    payload TEXT NOT NULL,
    payload_cut INTEGER NOT NULL,
    size INTEGER NOT NULL
);
CREATE INDEX payloads_by_event ON payloads (dialect, event);
CREATE TABLE payload_limits (
    days REAL NOT NULL,
    count INTEGER NOT NULL,
    size INTEGER NOT NULL
);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _RESULTS, _DECISIONS, _PAYLOADS)
"""What makes version 1 of an empty database, version 2 of version 1, and so on; a step never changes once released."""

_BUSY_SECONDS = 1.0
_IS_THERE = late_pattern(r"already exists|duplicate column")


class NewerJournal(Exception):
    """The database was made by a later hookwright."""


def prepare(connection: sqlite3.Connection) -> None:
    """Makes the connection fit for the journal, and its database one of this version.

    Raises NewerJournal, and sqlite3.Error.
    """
    # How free pages are kept can be chosen for an empty database only.
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_size_limit = 4194304")
    if version_of(connection) != len(MIGRATIONS):
        _migrate(connection)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the database; 0 for an empty one.  Raises NewerJournal."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise NewerJournal(f"it was written by a newer hookwright (version {version} of its tables)")
    return version


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrate_in(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def restore(connection: sqlite3.Connection) -> None:
    """Makes tables, indexes and columns again that somebody has taken away; what is there stays as it is."""
    for statement in (it for step in MIGRATIONS for it in step.split(";\n")):
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as wrong:
            if not _IS_THERE.search(str(wrong)):
                raise


@contextmanager
def opened(path: str) -> Iterator[sqlite3.Connection | None]:
    """A connection that cannot write; None if nothing was ever recorded.

    Raises UnreadableInput if the file is not a journal, is locked for a second, or cannot be read, also while the
    connection is used.
    """
    if not os.path.exists(path):
        yield None
        return
    try:
        require_regular(path)
        with closing(_connect(path)) as connection:
            yield connection if version_of(connection) else None
    except NotRegular as wrong:
        raise UnreadableInput(
            f"The journal `{path}` is not a file", "move what lies there away to begin a new one"
        ) from wrong
    except (sqlite3.Error, NewerJournal, OSError) as wrong:
        # The extended codes of SQLite have the plain one in their last byte.
        if getattr(wrong, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise UnreadableInput(
                f"The journal `{path}` is in use: another process has locked it, or the machine is busy", "try again"
            ) from wrong
        raise UnreadableInput(
            f"The journal `{path}` cannot be read ({wrong})", "move the file away to begin a new one"
        ) from wrong


def uri_of(path: str) -> str:
    """The path as SQLite takes it before `?mode=…`; a path need not be text."""
    from urllib.parse import quote

    return f"file:{quote(os.fsencode(os.path.abspath(path)))}"


def migrate_in(connection: sqlite3.Connection) -> None:
    """Brings the tables up to date within the transaction that is open; raises NewerJournal and sqlite3.Error."""
    # Another server may have done it while this one waited.
    version = version_of(connection)
    for step in MIGRATIONS[version:]:
        for statement in step.split(";\n"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _connect(path: str) -> sqlite3.Connection:
    place = uri_of(path)
    connection = sqlite3.connect(f"{place}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
    connection.row_factory = sqlite3.Row
    try:
        connection.execute("PRAGMA user_version")
    except sqlite3.OperationalError as wrong:
        if getattr(wrong, "sqlite_errorcode", None) != sqlite3.SQLITE_CANTOPEN:
            raise
        # A read-only folder has no room for the memory that readers share; but then there are no writers either.
        connection.close()
        connection = sqlite3.connect(f"{place}?mode=ro&immutable=1", uri=True)
        connection.row_factory = sqlite3.Row
    return connection
