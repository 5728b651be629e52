"""What the user has agreed to run: kept by digest, so that an agreement ends with the first byte that changes."""

from __future__ import annotations

import contextlib
import logging
import os.path
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping

from hookwright.engine.journal.place import make_room, state_folder

logger = logging.getLogger(__name__)

FILE_NAME = "consents.sqlite3"

_BUSY_SECONDS = 2.0
_SCHEMA = """CREATE TABLE IF NOT EXISTS consents (
    digest TEXT PRIMARY KEY, project TEXT NOT NULL, command TEXT NOT NULL, given_at REAL NOT NULL) STRICT"""


class Consents:
    """The agreements of one user, in a database of the state folder that nobody else can read.

    Where it cannot be read or written nothing counts as agreed to, and the log says why.  May block on the disk.
    """

    def __init__(self, environ: Mapping[str, str], home: str) -> None:
        self._path = os.path.join(state_folder(environ, home), FILE_NAME)

    def given(self, digests: Iterable[str]) -> frozenset[str]:
        """Those of the digests that were agreed to."""
        wanted = tuple(digests)
        if not os.path.exists(self._path):
            return frozenset()
        try:
            with self._opened() as connection:
                found = (
                    connection.execute("SELECT 1 FROM consents WHERE digest = ?", (it,)).fetchone() for it in wanted
                )
                return frozenset(digest for digest, row in zip(wanted, found, strict=True) if row)
        except (OSError, sqlite3.Error) as error:
            logger.warning("Consents cannot be read from %s: %s", self._path, error)
            return frozenset()

    def knows(self, project: str, command: str) -> bool:
        """Whether the command was once agreed to in the project, whatever its scripts were then."""
        if not os.path.exists(self._path):
            return False
        try:
            with self._opened() as connection:
                asked = "SELECT 1 FROM consents WHERE project = ? AND command = ?"
                return connection.execute(asked, (project, command)).fetchone() is not None
        except (OSError, sqlite3.Error):
            return False

    def give(self, digest: str, project: str, command: str) -> None:
        """Keeps an agreement."""
        try:
            with self._opened() as connection:
                row = (digest, project, command, time.time())
                connection.execute("INSERT OR REPLACE INTO consents VALUES (?, ?, ?, ?)", row)
        except (OSError, sqlite3.Error) as error:
            logger.warning("Consents cannot be saved in %s, so you will be asked again: %s", self._path, error)

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        make_room(self._path)
        with contextlib.closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS)) as connection, connection:
            connection.execute(_SCHEMA)
            yield connection
