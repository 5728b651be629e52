"""Opens the journal for those who only look; works beside servers that write."""

from __future__ import annotations

import os.path
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

from hookwright.engine.journal.schema import NewerJournal, version_of
from hookwright.errors import UnreadableInput

_BUSY_SECONDS = 1.0


@contextmanager
def opened(path: str) -> Iterator[sqlite3.Connection | None]:
    """A connection that cannot write; None where nothing was ever recorded.

    Raises UnreadableInput where the file is no journal, or cannot be read, also while the connection is used.
    """
    if not os.path.exists(path):
        yield None
        return
    try:
        with closing(_connect(path)) as connection:
            yield connection if version_of(connection) else None
    except (sqlite3.Error, NewerJournal) as wrong:
        raise UnreadableInput(
            f"The journal `{path}` cannot be read ({wrong})", "move the file away to begin a new one"
        ) from wrong


def _connect(path: str) -> sqlite3.Connection:
    place = f"file:{quote(os.path.abspath(path))}"
    connection = sqlite3.connect(f"{place}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
    connection.row_factory = sqlite3.Row
    try:
        connection.execute("PRAGMA user_version")
    except sqlite3.OperationalError as wrong:
        if getattr(wrong, "sqlite_errorcode", None) != sqlite3.SQLITE_CANTOPEN:
            raise
        # In a folder that cannot be written there is no place for what readers share; then nobody writes either.
        connection.close()
        connection = sqlite3.connect(f"{place}?mode=ro&immutable=1", uri=True)
        connection.row_factory = sqlite3.Row
    return connection
