"""The payloads that agents gave to the recorder: added one by one, kept within limits, listed, counted and deleted."""

from __future__ import annotations

import json
import os.path
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from msgspec import Struct

from hookwright.engine.journal.cutting import sound
from hookwright.engine.journal.place import make_room
from hookwright.engine.journal.schema import NewerJournal, opened, prepare
from hookwright.errors import UnreadableInput
from hookwright.paths import is_in

_DAY = 24 * 60 * 60
_BUSY_SECONDS = 5.0
_INSERT = "INSERT INTO payloads VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_NEWEST = """SELECT * FROM payloads WHERE (:dialect IS NULL OR dialect = :dialect)
    AND (:event IS NULL OR event = :event) ORDER BY number DESC LIMIT :limit"""
_LARGER = """DELETE FROM payloads WHERE number IN (SELECT number FROM
    (SELECT number, sum(size) OVER (ORDER BY number DESC) AS total FROM payloads) WHERE total > ?)"""
_MORE = "DELETE FROM payloads WHERE number <= (SELECT number FROM payloads ORDER BY number DESC LIMIT 1 OFFSET ?)"
# Of one project, which need not be that of the newest payloads.
_MOST_LOOKED_AT = 1000


class PayloadLimits(Struct, frozen=True):
    """What is kept: the payloads of the last `days`, the newest `count`, and `size` bytes of them."""

    days: float = 14
    count: int = 1000
    size: int = 16 * 1024 * 1024


class NewPayload(Struct, frozen=True):
    """A payload without its secrets; `at` is in seconds since 1970, `version` and `tool` are empty if not known."""

    at: float
    dialect: str
    version: str
    event: str
    tool: str
    project: str
    session: str
    payload: Mapping[str, Any]
    cut: bool = False


class RecordedPayload(Struct, frozen=True):
    """One that was recorded, with its number, which no other ever has."""

    number: int
    it: NewPayload


class PayloadNumbers(Struct, frozen=True):
    """How many there are of each agent's events, the bytes of all, and when the oldest and the newest were recorded."""

    events: Mapping[tuple[str, str], int]
    size: int = 0
    oldest: float | None = None
    newest: float | None = None

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(self.events.values())


def add_payload(path: str, new: NewPayload) -> None:
    """Writes it to the journal, and deletes what goes beyond the limits.

    Waits some seconds where others are writing.  Raises sqlite3.Error, OSError and NewerJournal.
    """
    text = json.dumps(new.payload, separators=(",", ":"))
    texts = (new.dialect, new.version, new.event, new.tool, os.path.realpath(new.project), new.session)
    with _writing(path) as connection:
        connection.execute(_INSERT, (new.at, *map(sound, texts), text, new.cut, len(text)))
        forget_payloads(connection, new.at)


def forget_payloads(connection: sqlite3.Connection, now: float) -> None:
    """Deletes what is too old, too many or too large; `now` is in seconds since 1970."""
    limits = _limits(connection)
    connection.execute("DELETE FROM payloads WHERE at < ?", (now - limits.days * _DAY,))
    connection.execute(_MORE, (limits.count,))
    connection.execute(_LARGER, (limits.size,))


def recorded_payloads(
    path: str, *, dialect: str | None = None, event: str | None = None, project: str | None = None, limit: int = 20
) -> list[RecordedPayload]:
    """The newest first, at most `limit`; of a `project`, those of its folders as well.  Raises UnreadableInput."""
    with opened(path) as connection:
        if connection is None or not _has_table(connection):
            return []
        most = limit if project is None else _MOST_LOOKED_AT
        rows = connection.execute(_NEWEST, {"dialect": dialect, "event": event, "limit": most})
        found: list[RecordedPayload] = []
        real = os.path.realpath(project) if project is not None else None
        for row in rows:
            if real is None or is_in(row["project"], real):
                found.append(_payload(row))
            if len(found) == limit:
                break
        return found


def recorded_payload(path: str, number: int) -> RecordedPayload | None:
    """The one of that number; None if there is none, or no longer.  Raises UnreadableInput."""
    with opened(path) as connection:
        if connection is None or not _has_table(connection):
            return None
        row = connection.execute("SELECT * FROM payloads WHERE number = ?", (number,)).fetchone()
        return _payload(row) if row is not None else None


def payload_numbers(path: str) -> PayloadNumbers:
    """What there is.  Raises UnreadableInput."""
    with opened(path) as connection:
        if connection is None or not _has_table(connection):
            return PayloadNumbers({})
        rows = connection.execute("SELECT dialect, event, count(*) FROM payloads GROUP BY dialect, event ORDER BY 1, 2")
        events = {(row[0], row[1]): row[2] for row in rows}
        size, oldest, newest = connection.execute("SELECT total(size), min(at), max(at) FROM payloads").fetchone()
        return PayloadNumbers(events, int(size), oldest, newest)


def payload_limits(path: str) -> PayloadLimits:
    """How much is kept.  Raises UnreadableInput."""
    with opened(path) as connection:
        return PayloadLimits() if connection is None or not _has_table(connection) else _limits(connection)


def set_payload_limits(path: str, limits: PayloadLimits, now: float) -> None:
    """Keeps so much from now on, and deletes the rest.  Raises UnreadableInput."""
    with _told(path), _writing(path) as connection:
        connection.execute("DELETE FROM payload_limits")
        connection.execute("INSERT INTO payload_limits VALUES (?, ?, ?)", (limits.days, limits.count, limits.size))
        forget_payloads(connection, now)


def clear_payloads(path: str) -> int:
    """Deletes all, so that the file no longer holds their texts; says how many.  Raises UnreadableInput."""
    if not os.path.exists(path):
        return 0
    with _told(path):
        with _writing(path) as connection:
            # What is deleted is overwritten.
            connection.execute("PRAGMA secure_delete = ON")
            count = connection.execute("DELETE FROM payloads").rowcount
        with closing(_connected(path)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return count


@contextmanager
def _writing(path: str) -> Iterator[sqlite3.Connection]:
    """A connection with a transaction that is committed at the end."""
    with closing(_connected(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise


def _connected(path: str) -> sqlite3.Connection:
    make_room(path)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Says what is wrong with the journal as an error for the user."""
    try:
        yield
    except (sqlite3.Error, NewerJournal, OSError) as wrong:
        remedy = "end what uses it, and try again; or delete the file, which deletes the whole journal"
        raise UnreadableInput(f"The journal `{path}` cannot be changed ({wrong})", remedy) from wrong


def _has_table(connection: sqlite3.Connection) -> bool:
    # A journal that has not been written to since an earlier version has none yet.
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'payload_limits'").fetchone() is not None


def _limits(connection: sqlite3.Connection) -> PayloadLimits:
    row = connection.execute("SELECT days, count, size FROM payload_limits").fetchone()
    return PayloadLimits(*row) if row is not None else PayloadLimits()


def _payload(row: sqlite3.Row) -> RecordedPayload:
    names = ("at", "dialect", "version", "event", "tool", "project", "session")
    it = NewPayload(
        **{name: row[name] for name in names}, payload=json.loads(row["payload"]), cut=bool(row["payload_cut"])
    )
    return RecordedPayload(row["number"], it)
