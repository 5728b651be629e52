"""How long the journal remembers: by age and by size, forgotten in small steps so that no other server waits."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

_DAY = 24 * 60 * 60
# At most how many dispatches are forgotten while other servers wait, and how many pages are given back at once.
_AT_ONCE = 500
_PART_OF_ALL = 20
_PAGES_AT_ONCE = 1000
_MOST_STEPS = 40


@dataclass(frozen=True, slots=True)
class Retention:
    """What is kept: dispatches of the last so many days, in a database of at most so many bytes."""

    days: float = 30
    size: int = 64 * 1024 * 1024


def forget(connection: sqlite3.Connection, retention: Retention, now: float) -> int:
    """Deletes what is too old, then the oldest while the database is too large; says how many dispatches.

    `now` is in seconds since 1970.  What is left after so many steps waits for the next time.
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
