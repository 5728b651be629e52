"""The journal's database as the writing thread has it open: records go in, secrets stay out."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Iterable

from hookwright.engine.journal.place import identity_of, make_room
from hookwright.engine.journal.records import LateRun, Record
from hookwright.engine.journal.retention import Retention, forget
from hookwright.engine.journal.rows import (
    INSERT_DISPATCH,
    INSERT_RUN,
    UPDATE_LATE_RUN,
    Row,
    dispatch_row,
    late_row,
    run_row,
)
from hookwright.engine.journal.schema import prepare

logger = logging.getLogger(__name__)

_BUSY_SECONDS = 0.25
_WRITES_BETWEEN_CLEANINGS = 500


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
        """Whether the file still lies at its place: somebody may have deleted or moved it."""
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

    def clean(self) -> None:
        """Forgets what the retention says, once in so many writes; another time where others are writing."""
        if self._to_cleaning > 0:
            return
        self._to_cleaning = _WRITES_BETWEEN_CLEANINGS
        with contextlib.suppress(sqlite3.OperationalError):
            forget(self._connection, self._retention, time.time())

    def close(self) -> None:
        """Closes the database; the last server to do so takes the write-ahead log away."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()


def _prepared(record: Record) -> tuple[str, Row, list[Row]] | None:
    """The statement, its row, and the rows of the runs."""
    # Whoever waits for the interpreter has it between two records.
    time.sleep(0)
    try:
        if isinstance(record, LateRun):
            return UPDATE_LATE_RUN, late_row(record), []
        return INSERT_DISPATCH, dispatch_row(record), [run_row(it) for it in record.runs]
    except Exception:
        logger.exception("A record could not be made fit for the journal")
        return None
