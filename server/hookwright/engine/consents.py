"""What the user has agreed to run: kept by digest, so that an agreement ends with the first byte that changes."""

from __future__ import annotations

import contextlib
import logging
import os.path
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from hookwright.engine.journal.place import make_room, state_folder
from hookwright.host import Host
from hookwright.policies.redaction import redact

logger = logging.getLogger(__name__)

FILE_NAME = "consents.sqlite3"

_BUSY_SECONDS = 2.0
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS consents (
    digest TEXT PRIMARY KEY, project TEXT NOT NULL, command TEXT NOT NULL, given_at REAL NOT NULL) STRICT""",
    """CREATE TABLE IF NOT EXISTS files (
    digest TEXT NOT NULL, path TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (digest, path)) STRICT""",
)
_LAST = "SELECT digest FROM consents WHERE project = ? AND command = ? ORDER BY given_at DESC, rowid DESC LIMIT 1"


class Consent(Struct, frozen=True):
    """What the user agreed to, its command without its secrets; `given_at` is in seconds since 1970."""

    digest: str
    project: str
    command: str
    given_at: float

    def to_json(self) -> dict[str, str | float]:
        """As `hookwright consent list` prints it."""
        return {"id": self.digest, "project": self.project, "command": self.command, "givenAt": self.given_at}


class Consents:
    """The agreements of one user, in a database of the state folder that other users cannot read.

    Where it cannot be read or written nothing counts as agreed to, and the log says why.  May block on the disk.
    """

    def __init__(self, host: Host) -> None:
        self._path = os.path.join(state_folder(host), FILE_NAME)

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
        """Whether the command was once agreed to in the project, perhaps with other scripts."""
        if not os.path.exists(self._path):
            return False
        try:
            with self._opened() as connection:
                asked = "SELECT 1 FROM consents WHERE project = ? AND command = ?"
                return connection.execute(asked, (_storable(project), _storable(command))).fetchone() is not None
        except (OSError, sqlite3.Error):
            return False

    def files(self, project: str, command: str) -> Mapping[str, bytes]:
        """The digests of the files as the command was agreed to last in the project, by path."""
        if not os.path.exists(self._path):
            return {}
        try:
            with self._opened() as connection:
                asked = f"SELECT path, content FROM files WHERE digest = ({_LAST})"
                return dict(connection.execute(asked, (_storable(project), _storable(command))).fetchall())
        except (OSError, sqlite3.Error):
            return {}

    def give(
        self, digest: str, project: str, command: str, contents: Mapping[str, bytes] = MappingProxyType({})
    ) -> str | None:
        """Keeps an agreement with the digests of its files; a sentence if that cannot be done."""
        try:
            with self._opened() as connection:
                key = _storable(project), _storable(command)
                # Only what was agreed to last tells what has changed since.
                connection.execute(f"DELETE FROM files WHERE digest = ({_LAST})", key)
                connection.execute("INSERT OR REPLACE INTO consents VALUES (?, ?, ?, ?)", (digest, *key, time.time()))
                rows = [(digest, storable_path(path), it) for path, it in contents.items()]
                connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", rows)
        except (OSError, sqlite3.Error) as error:
            problem = (
                f"Your answer cannot be saved in {self._path}, so hookwright asks you again next time: {_said(error)}"
            )
            logger.warning("%s", problem)
            return problem
        return None

    def kept(self) -> tuple[Consent, ...]:
        """All agreements, newest first."""
        if not os.path.exists(self._path):
            return ()
        try:
            with self._opened() as connection:
                rows = connection.execute(
                    "SELECT digest, project, command, given_at FROM consents ORDER BY given_at DESC"
                )
                return tuple(Consent(*row) for row in rows)
        except (OSError, sqlite3.Error) as error:
            logger.warning("Consents cannot be read from %s: %s", self._path, error)
            return ()

    def take_back(self, digests: Iterable[str]) -> str | None:
        """Forgets agreements; a sentence if that cannot be done."""
        try:
            with self._opened() as connection:
                taken = [(it,) for it in digests]
                connection.executemany("DELETE FROM consents WHERE digest = ?", taken)
                connection.executemany("DELETE FROM files WHERE digest = ?", taken)
        except (OSError, sqlite3.Error) as error:
            return f"Consents cannot be changed in {self._path} ({_said(error)})"
        return None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        make_room(self._path)
        with contextlib.closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS)) as connection, connection:
            for it in _SCHEMA:
                connection.execute(it)
            yield connection


def storable_path(path: str) -> str:
    """A path as it is kept."""
    return path.encode(errors="backslashreplace").decode()


def _storable(text: str) -> str:
    """The text without its secrets, and with halves of surrogate pairs written out: JSON can hold them, no database."""
    return redact(text.encode(errors="backslashreplace").decode())


def _said(error: OSError | sqlite3.Error) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
