"""The journal's database as the writing thread keeps it: open while it can be, forgetful, and quiet when broken."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Iterable, Sequence

from msgspec import Struct

from hookwright.engine.journal.payloads import forget_payloads
from hookwright.engine.journal.place import identity_of, make_room, move_aside
from hookwright.engine.journal.records import LateRun, Record
from hookwright.engine.journal.rows import (
    INSERT_DISPATCH,
    INSERT_RUN,
    UPDATE_LATE_RUN,
    Row,
    dispatch_row,
    late_row,
    run_row,
)
from hookwright.engine.journal.schema import NewerJournal, migrate_in, prepare, restore, uri_of

logger = logging.getLogger(__name__)

_BUSY_SECONDS = 0.25
_TRIAL_SECONDS = 2.0
_WRITES_BETWEEN_CLEANINGS = 500

_DAY = 24 * 60 * 60
# At most how many dispatches are forgotten while other servers wait, and how many pages are given back at once.
_AT_ONCE = 500

_PART_OF_ALL = 20
_PAGES_AT_ONCE = 1000
_MOST_STEPS = 40
_QUIET_SECONDS = 60.0
_PRIMARY_CODE = 0xFF
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_BROKEN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class Store:
    """One open database; to be used by the thread that made it.

    Making it and writing raise sqlite3.Error, OSError and NewerJournal.
    """

    def __init__(self, path: str, retention: Retention) -> None:
        make_room(path)
        self._path = path
        self._retention = retention
        self._to_cleaning = 0
        self.identity = identity_of(path)
        self._connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            prepare(self._connection)
        except BaseException:
            self._connection.close()
            raise

    @property
    def is_current(self) -> bool:
        """Whether the file is still at its place: it may have been deleted or moved."""
        return identity_of(self._path) == self.identity

    def write(self, records: Iterable[Record]) -> None:
        """Writes all of them or none; a record that makes no row is a fault of ours, and left out."""
        writes = [write for it in records if (write := _prepared(it)) is not None]
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, row, runs in writes:
                number = self._connection.execute(statement, row).lastrowid
                self._connection.executemany(INSERT_RUN, [(number, *it) for it in runs])
            self._connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.rollback()
            raise
        self._to_cleaning -= len(writes)

    def restore(self) -> None:
        """Makes tables again that somebody has dropped."""
        restore(self._connection)

    def clean(self) -> None:
        """Deletes what the retention does not keep, once in a number of writes; later if others are writing."""
        if self._to_cleaning > 0:
            return
        self._to_cleaning = _WRITES_BETWEEN_CLEANINGS
        with contextlib.suppress(sqlite3.OperationalError):
            forget(self._connection, self._retention, time.time())
            forget_payloads(self._connection, time.time())

    def close(self) -> None:
        """Closes the database; the last server to do so takes the write-ahead log away."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()


def _prepared(record: Record) -> tuple[str, Row, list[Row]] | None:
    """The statement, its row, and the rows of the runs."""
    # Lets other threads run between two records.
    time.sleep(0)
    try:
        if isinstance(record, LateRun):
            return UPDATE_LATE_RUN, late_row(record), []
        return INSERT_DISPATCH, dispatch_row(record), [run_row(it) for it in record.runs]
    except Exception:
        logger.exception("A record could not be made fit for the journal")
        return None


def why_not_recorded(path: str) -> str | None:
    """Why no dispatch could be recorded in the database at the path, None if one could; nothing is changed.

    Waits some seconds at most where others are writing.
    """
    try:
        with contextlib.closing(
            sqlite3.connect(f"{uri_of(path)}?mode=rw", uri=True, timeout=_TRIAL_SECONDS, isolation_level=None)
        ) as connection:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            if said == "ok":
                _try(connection)
    except (sqlite3.Error, NewerJournal) as wrong:
        return str(wrong)
    return None if said == "ok" else said


def _try(connection: sqlite3.Connection) -> None:
    """Writes a row of each kind, and takes all back; raises sqlite3.Error and NewerJournal."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrate_in(connection)
        restore(connection)
        for statement in (INSERT_DISPATCH, INSERT_RUN):
            connection.execute(statement, [0] * statement.count("?"))
    finally:
        connection.rollback()


class Retention(Struct, frozen=True):
    """What is kept: the dispatches of the last `days`, in a database of at most `size` bytes."""

    days: float = 30
    size: int = 64 * 1024 * 1024


def forget(connection: sqlite3.Connection, retention: Retention, now: float) -> int:
    """Deletes what is too old, then the oldest while the database is too large; says how many dispatches.

    `now` is in seconds since 1970.  It stops after a number of steps and goes on the next time.
    """
    forgotten, oldest = 0, now - retention.days * _DAY
    for _ in range(_MOST_STEPS):
        too_old = connection.execute("SELECT 1 FROM dispatches WHERE at < ? LIMIT 1", (oldest,)).fetchone()
        if too_old is None and used_bytes(connection) <= retention.size:
            break
        count = _forget_before(connection, oldest) if too_old else _forget_part(connection)
        if count == 0:
            break
        forgotten += count
    if forgotten:
        # Each page that is given back is a row of the answer.
        connection.execute(f"PRAGMA incremental_vacuum({_PAGES_AT_ONCE})").fetchall()
    return forgotten


def used_bytes(connection: sqlite3.Connection) -> int:
    """The size of the database without its free pages."""
    pages, free, size = (
        connection.execute(f"PRAGMA {it}").fetchone()[0] for it in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _forget_before(connection: sqlite3.Connection, oldest: float) -> int:
    chosen = "SELECT number FROM dispatches WHERE at < ? ORDER BY at LIMIT ?"
    return connection.execute(f"DELETE FROM dispatches WHERE number IN ({chosen})", (oldest, _AT_ONCE)).rowcount


def _forget_part(connection: sqlite3.Connection) -> int:
    # Few dispatches may make up most of the database.
    count = connection.execute("SELECT count(*) FROM dispatches").fetchone()[0]
    chosen = "SELECT number FROM dispatches ORDER BY at LIMIT ?"
    limit = min(_AT_ONCE, 1 + count // _PART_OF_ALL)
    return connection.execute(f"DELETE FROM dispatches WHERE number IN ({chosen})", (limit,)).rowcount


class Keeper:
    """Keeps a database open for writing; opens it anew when it was taken away, or some time after it failed."""

    def __init__(self, path: str, retention: Retention) -> None:
        self._path = path
        self._retention = retention
        self._store: Store | None = None
        self._tried: tuple[int, int] | None = None
        self._quiet_until = 0.0
        self._restored = False
        self._told: set[str] = set()

    def write(self, records: Sequence[Record]) -> bool:
        """Whether the matter is settled: written, or given up for good.  False: others are writing, try again."""
        if time.monotonic() < self._quiet_until:
            return True
        try:
            self._open().write(records)
        except sqlite3.Error as error:
            return self._settle(error)
        except (OSError, NewerJournal) as error:
            self._be_quiet(f"{error.strerror if isinstance(error, OSError) else error}")
        else:
            self._restored = False
        return True

    def clean(self) -> None:
        """Lets the database forget what is too old or too much; faults of it will show when it is next written."""
        if self._store is not None:
            with contextlib.suppress(sqlite3.Error):
                self._store.clean()

    def close(self) -> None:
        """Closes the database."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _open(self) -> Store:
        if self._store is not None and not self._store.is_current:
            self.close()
        if self._store is None:
            # Which file is found to be broken has to be known before it is opened: others may put it aside meanwhile.
            self._tried = identity_of(self._path)
            self._store = Store(self._path, self._retention)
            self._tried = self._store.identity
        return self._store

    def _settle(self, error: sqlite3.Error) -> bool:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
        if code in _BUSY:
            return False
        if code in _BROKEN:
            return not self._put_aside()
        if code == sqlite3.SQLITE_ERROR and not self._restored:
            return not self._restore()
        self._be_quiet(str(error))
        return True

    def _restore(self) -> bool:
        """Whether tables that were missing are there again; if that does not help, the database is not ours."""
        self._restored = True
        try:
            self._open().restore()
        except (OSError, sqlite3.Error, NewerJournal) as error:
            self._be_quiet(str(error))
            return False
        logger.warning("The journal %s had lost a table, which was made again", self._path)
        return True

    def _put_aside(self) -> bool:
        """Whether there is room for a new database now."""
        self.close()
        try:
            target = move_aside(self._path, self._tried, time.strftime("%Y%m%d-%H%M%S"))
        except OSError as error:
            self._be_quiet(f"it is broken, and cannot be moved aside ({error.strerror})")
            return False
        if target is not None:
            logger.warning("The journal %s was broken: it is now %s, and a new one was begun", self._path, target)
        return True

    def _be_quiet(self, reason: str) -> None:
        """Writes nothing for a while; says so once for each reason."""
        self.close()
        self._quiet_until = time.monotonic() + _QUIET_SECONDS
        if reason not in self._told:
            self._told.add(reason)
            logger.warning("The journal %s cannot be written, so dispatches are not recorded: %s", self._path, reason)
