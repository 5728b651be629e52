"""What was dispatched, newest first, with its runs (contract §3, `hookwright/history`)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from hookwright.engine.journal.reading import opened
from hookwright.engine.journal.records import moment
from hookwright.model.outcome import timestamp

# So many questions a statement may have, in every build of the library.
_MOST_QUESTIONS = 500

_CHOSEN = """SELECT * FROM dispatches WHERE (:event IS NULL OR event = :event) AND (:hook IS NULL OR number IN
    (SELECT dispatch FROM runs WHERE hook_id = :hook OR name = :hook)) ORDER BY at DESC, number DESC LIMIT :limit"""


def history(path: str, *, limit: int = 50, event: str | None = None, hook: str | None = None) -> list[dict[str, Any]]:
    """The newest recorded dispatches in the contract's form, at most `limit`; only of the event, or with the hook.

    `hook` is the id or the name of one.  Members beside those of an outcome: `at`, `origin` (dispatch or fire),
    `project`, `sessionId`, `durationMs`, `cancelled`, `payload` and `payloadTruncated`; each run has its `number`.
    Raises UnreadableInput.
    """
    with opened(path) as connection:
        if connection is None:
            return []
        chosen = {"event": event, "hook": hook, "limit": max(0, min(limit, 2**31))}
        dispatches = connection.execute(_CHOSEN, chosen).fetchall()
        runs = _runs_of(connection, [it["number"] for it in dispatches])
        return [_dispatch_json(it, runs.get(it["number"], [])) for it in dispatches]


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
        "runs": runs,
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
