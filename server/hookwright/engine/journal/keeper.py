"""What to do when the database is busy, broken or out of reach: wait, put it aside, or be quiet for a while."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Sequence

from hookwright.engine.journal.place import identity_of, move_aside
from hookwright.engine.journal.records import Record
from hookwright.engine.journal.retention import Retention
from hookwright.engine.journal.schema import NewerJournal
from hookwright.engine.journal.store import Store

logger = logging.getLogger(__name__)

_QUIET_SECONDS = 60.0
_PRIMARY_CODE = 0xFF
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_BROKEN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class Keeper:
    """Keeps a database open for writing; opens it anew when it was taken away, or some time after it failed."""

    def __init__(self, path: str, retention: Retention) -> None:
        self._path = path
        self._retention = retention
        self._store: Store | None = None
        self._tried: tuple[int, int] | None = None
        self._quiet_until = 0.0
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
        self._be_quiet(str(error))
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
            logger.warning("The journal %s cannot be written, so dispatches go unrecorded: %s", self._path, reason)
