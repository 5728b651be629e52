"""What was dispatched, newest first, with its runs, for `hookwright/history`."""

from __future__ import annotations

import json
import os.path
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

from hookwright.engine.journal.records import DispatchRecord, moment
from hookwright.engine.journal.schema import opened
from hookwright.errors import UsageError
from hookwright.model.outcome import timestamp

# So many questions a statement may have, in every build of the library.
_MOST_QUESTIONS = 500

_CHOSEN = """SELECT * FROM dispatches WHERE (:event IS NULL OR event = :event) AND (:hook IS NULL OR number IN
    (SELECT dispatch FROM runs WHERE hook_id = :hook OR name = :hook)) AND (:project IS NULL OR project = :project)
    AND (:decision IS NULL OR coalesce(decision, 'none') = :decision) AND (:since IS NULL OR at >= :since)
    AND (:id IS NULL OR id = :id) ORDER BY at DESC, number DESC LIMIT :limit"""
_AFTER = """SELECT * FROM dispatches WHERE number > :after AND (:since IS NULL OR at >= :since)
    AND (:project IS NULL OR project = :project) ORDER BY number LIMIT :limit"""
_MOST_NAMED = 5
_LONGEST_NUMBER = 18

_AGO = re.compile(r"(\d{1,9})\s*([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def history(
    path: str,
    *,
    limit: int = 50,
    event: str | None = None,
    hook: str | None = None,
    project: str | None = None,
    decision: str | None = None,
    since: float | None = None,
    dispatch: str | None = None,
) -> list[dict[str, Any]]:
    """The newest recorded dispatches as clients receive them, at most `limit`, and only those that were asked for.

    `hook` is the id or the name of one, `project` a folder, `decision` one or `none`, `since` in seconds since 1970,
    `dispatch` a whole id.  Members beside those of an outcome: `at`, `origin` (dispatch or fire), `project`,
    `sessionId`, `durationMs`, `cancelled`, `payload` and `payloadTruncated`; each run has its `number`.
    `additionalContext` and `updatedInput` are not there where an earlier version did not keep them.
    Raises UnreadableInput.
    """
    with opened(path) as connection:
        if connection is None:
            return []
        chosen = {"event": event, "hook": hook, "decision": decision, "since": since, "id": dispatch}
        folder = os.path.realpath(project) if project is not None else None
        limits = {"project": folder, "limit": max(0, min(limit, 2**31))}
        dispatches = connection.execute(_CHOSEN, {**chosen, **limits}).fetchall()
        runs = _runs_of(connection, [it["number"] for it in dispatches])
        return [_dispatch_json(it, runs.get(it["number"], [])) for it in dispatches]


def recorded_after(
    path: str, number: int, *, since: float | None = None, project: str | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The dispatches with a higher number, in the order in which they were recorded, each with its number.

    They are as `history` gives them.  A journal that has no such number begins anew.  Raises UnreadableInput.
    """
    with opened(path) as connection:
        if connection is None:
            return
        (highest,) = connection.execute("SELECT coalesce(max(number), 0) FROM dispatches").fetchone()
        after = number if number <= highest else 0
        chosen = {"since": since, "project": os.path.realpath(project) if project is not None else None}
        while rows := connection.execute(_AFTER, {**chosen, "after": after, "limit": _MOST_QUESTIONS}).fetchall():
            after = rows[-1]["number"]
            runs = _runs_of(connection, [it["number"] for it in rows])
            for row in rows:
                yield row["number"], _dispatch_json(row, runs.get(row["number"], []))


def recorded_run(path: str, named: str) -> dict[str, Any]:
    """The one dispatch that is named by its id, by how its id begins, or by the number of one of its runs.

    Raises UsageError if none or several are, and UnreadableInput.
    """
    with opened(path) as connection:
        found = _ids(connection, named.strip()) if connection is not None else []
    if not found:
        raise UsageError(f"No recorded dispatch has the id or number `{named}`", "`hookwright history` lists them")
    if len(found) > 1:
        listed = ", ".join(f"`{it}`" for it in found[:_MOST_NAMED])
        raise UsageError(f"`{named}` is the start of several dispatch ids", f"give more of one of {listed}")
    return history(path, limit=1, dispatch=found[0])[0]


def as_recorded(record: DispatchRecord) -> dict[str, Any]:
    """What `history` will say of a dispatch: cut to size, and without its secrets."""
    from hookwright.engine.journal.rows import INSERT_DISPATCH, INSERT_RUN, dispatch_row, run_row
    from hookwright.engine.journal.schema import prepare

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        prepare(connection)
        number = connection.execute(INSERT_DISPATCH, dispatch_row(record)).lastrowid or 1
        connection.executemany(INSERT_RUN, [(number, *run_row(it)) for it in record.runs])
        row = connection.execute("SELECT * FROM dispatches").fetchone()
        return _dispatch_json(row, _runs_of(connection, [number]).get(number, []))


def _ids(connection: sqlite3.Connection, named: str) -> list[str]:
    number = named.removeprefix("#")
    of_run = "SELECT id FROM dispatches WHERE number = (SELECT dispatch FROM runs WHERE number = ?)"
    asked: list[tuple[str, str | int]] = [("SELECT id FROM dispatches WHERE id = ? LIMIT 1", named)]
    if number.isascii() and number.isdigit() and len(number) < _LONGEST_NUMBER:
        asked.append((of_run, int(number)))
    if named and number == named:
        asked.append(("SELECT DISTINCT id FROM dispatches WHERE substr(id, 1, length(?1)) = ?1", named))
    for query, value in asked:
        found = [it["id"] for it in connection.execute(query, (value,))]
        if found:
            return found
    return []


def _runs_of(connection: sqlite3.Connection, numbers: list[int]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    for part in _parts(numbers):
        questions = ", ".join("?" * len(part))
        for row in connection.execute(f"SELECT * FROM runs WHERE dispatch IN ({questions}) ORDER BY number", part):
            found.setdefault(row["dispatch"], []).append(_run_json(row))
    return found


def _parts(numbers: list[int]) -> Iterable[list[int]]:
    return (numbers[it : it + _MOST_QUESTIONS] for it in range(0, len(numbers), _MOST_QUESTIONS))


def _dispatch_json(row: sqlite3.Row, runs: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "dispatchId": row["id"],
        "at": timestamp(moment(row["at"])),
        "origin": row["origin"],
        "event": row["event"],
        "dialect": row["dialect"],
        "project": row["project"],
        "sessionId": row["session"],
        "decision": row["decision"],
        "blocked": bool(row["blocked"]),
        "reason": row["reason"],
        "mustContinue": bool(row["must_continue"]),
        "stopAgent": bool(row["stop_agent"]),
        "stopReason": row["stop_reason"],
        "duplicate": bool(row["duplicate"]),
        "cancelled": bool(row["cancelled"]),
        "durationMs": round(row["duration"] * 1000, 3),
        "payload": json.loads(row["payload"]),
        "payloadTruncated": bool(row["payload_cut"]),
        **_results(row),
        "runs": runs,
    }


def _results(row: sqlite3.Row) -> dict[str, Any]:
    # A journal that has not been written to since has no such columns yet.
    if "context" not in row.keys() or row["context"] is None:  # noqa: SIM118  a row is no mapping
        return {}
    return {
        "additionalContext": row["context"] or None,
        "updatedInput": json.loads(row["updated_input"]) if row["updated_input"] else None,
    }


def _run_json(row: sqlite3.Row) -> dict[str, Any]:
    started = row["started_at"]
    names = ("source", "scope", "pointer", "name", "type", "command")
    return {
        "number": row["number"],
        "hook": {"id": row["hook_id"], **{it: row[it] for it in names}},
        "status": row["status"],
        "skippedBecause": row["skipped_because"],
        "problem": row["problem"],
        "exitCode": row["exit_code"],
        "signal": row["signal"],
        "startedAt": None if started is None else timestamp(moment(started)),
        "durationMs": round(row["duration"] * 1000, 3),
        "stdout": row["stdout"],
        "stderr": row["stderr"],
        "stdoutTruncated": bool(row["stdout_cut"]),
        "stderrTruncated": bool(row["stderr_cut"]),
    }


def since(text: str, now: float) -> float:
    """Seconds since 1970 of `90m`, `2h`, `7d`, or of a date or time in ISO 8601 (local where it names no zone).

    Raises UsageError.
    """
    ago = _AGO.fullmatch(text.strip())
    if ago is not None:
        return now - int(ago[1]) * _SECONDS[ago[2]]
    try:
        return datetime.fromisoformat(text.strip()).timestamp()
    except (ValueError, OverflowError, OSError) as wrong:
        remedy = "write a date such as `2026-05-31`, or how long ago, such as `90m`, `2h`, `7d`"
        raise UsageError(f"`{text}` is not a time", remedy) from wrong
