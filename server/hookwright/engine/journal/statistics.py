"""How hooks have fared: how often they ran, how they ended last, and how long they took (A18)."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from hookwright.engine.journal.cutting import cut
from hookwright.engine.journal.records import Origin, moment
from hookwright.engine.journal.schema import opened
from hookwright.model.outcome import HookIdentity, timestamp
from hookwright.model.reaction import Status
from hookwright.policies.redaction import redact

_FAILURES = (Status.FAILED.value, Status.TIMED_OUT.value, Status.CANNOT_START.value)

# What was skipped, or still runs, took no time that would mean anything.
_DONE = f"status NOT IN ('{Status.SKIPPED.value}', '{Status.RUNNING.value}')"
_RUNS = f"""SELECT runs.*, dispatches.at FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
    WHERE dispatches.project = :project AND dispatches.origin = '{Origin.DISPATCH.value}' AND {_DONE}"""

# `key` is what makes two runs the same hook's: nothing for the numbers of all of them together.
_NUMBERS = """SELECT {names} count(*) AS runs, sum(status IN ({failures})) AS failures,
    sum(status = 'blocked') AS blocked, avg(duration) AS mean, max(at) AS last,
    min(CASE WHEN place >= 0.95 * size THEN duration END) AS p95
    FROM (SELECT *, row_number() OVER ({over} ORDER BY duration) AS place, count(*) OVER ({over}) AS size
        FROM ({runs})) {grouped}"""

# The most hooks that one query may name, in every build of SQLite.
_MOST_NAMED = 500

# The usual time is that of the newest runs: how many at most, and at least for there to be one.
_LOOKED_AT, _FEW = 100, 5

_LAST = f"""SELECT runs.*, dispatches.id AS dispatch_id, dispatches.decision AS joint,
    (SELECT count(*) FROM runs AS others WHERE others.dispatch = runs.dispatch) AS together
    FROM runs JOIN dispatches ON dispatches.number = runs.dispatch WHERE runs.number IN
    (SELECT max(number) FROM runs WHERE hook_id IN ({{questions}}) AND {_DONE} GROUP BY hook_id, command)"""

_TIMES = f"""SELECT runs.duration FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
    WHERE hook_id = ? AND command = ? AND {_DONE} AND origin = '{Origin.DISPATCH.value}'
    ORDER BY runs.number DESC LIMIT {_LOOKED_AT}"""

# The most hooks that are counted together.
_MOST_COUNTED = 100

_COUNT = f"""SELECT count(DISTINCT runs.dispatch) FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
    WHERE dispatches.at >= ? AND origin = '{Origin.DISPATCH.value}' AND status <> '{Status.SKIPPED.value}'
    AND ({{which}})"""


class Numbers(Struct, frozen=True):
    """Of some runs: how many, how many failed or blocked, mean and 95th percentile of their time in seconds."""

    runs: int = 0
    failures: int = 0
    blocked: int = 0
    mean: float = 0.0
    p95: float = 0.0
    last: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The same with times in milliseconds."""
        return {
            "runs": self.runs,
            "failures": self.failures,
            "blocked": self.blocked,
            "meanMs": round(self.mean * 1000, 3),
            "p95Ms": round(self.p95 * 1000, 3),
            "lastAt": None if self.last is None else timestamp(moment(self.last)),
        }


class Statistics(Struct, frozen=True):
    """The numbers of a project: how many dispatches, all runs together, and each hook by its id and command."""

    dispatches: int
    total: Numbers
    hooks: dict[tuple[str, str], Numbers]


def statistics(path: str, project: str) -> Statistics:
    """What the journal knows of the agents' dispatches in a project; test-fires do not count.

    A hook that was edited is another one from then on.  Raises UnreadableInput.
    """
    with opened(path) as connection:
        if connection is None:
            return Statistics(0, Numbers(), {})
        chosen = {"project": os.path.realpath(project)}
        count = connection.execute(
            f"SELECT count(*) FROM dispatches WHERE project = :project AND origin = '{Origin.DISPATCH.value}'", chosen
        ).fetchone()[0]
        total = connection.execute(_query(""), chosen).fetchone()
        each = connection.execute(_query("hook_id, command"), chosen).fetchall()
        hooks = {(it["hook_id"], it["command"]): _numbers(it) for it in each}
        return Statistics(count, _numbers(total) if total["runs"] else Numbers(), hooks)


def _query(key: str) -> str:
    return _NUMBERS.format(
        names=f"{key}," if key else "",
        over=f"PARTITION BY {key}" if key else "",
        grouped=f"GROUP BY {key}" if key else "",
        failures=", ".join(f"'{it}'" for it in _FAILURES),
        runs=_RUNS,
    )


def _numbers(row: sqlite3.Row) -> Numbers:
    return Numbers(row["runs"], row["failures"], row["blocked"], row["mean"], row["p95"], row["last"])


HookKey = tuple[str, str]
"""The id of a hook and its command: one that was edited is another."""


class LastRun(Struct, frozen=True):
    """The newest run of a hook; times in seconds.

    `decision` is the run's own.  Earlier versions did not record it; of their runs it is the dispatch's, or None if
    other hooks had a say in it.  `usual` is what nineteen of twenty runs for
    agents took at most, None if there are few.
    """

    dispatch_id: str
    status: str
    decision: str | None
    duration: float
    usual: float | None = None


def key_of(hook: HookIdentity) -> HookKey:
    """By which the journal knows the hook."""
    return hook.id, redact(cut(hook.command))


def latest(path: str, hooks: Iterable[HookIdentity], *, timed: bool = True) -> Mapping[HookKey, LastRun]:
    """What the journal knows of these hooks, and of others that were at their places.

    The usual time is looked up only if `timed`, and for the first hooks only.  Raises UnreadableInput.
    """
    wanted = {key_of(it) for it in hooks} if os.path.exists(path) else set()
    ids = sorted({it for it, _ in wanted})
    found: dict[HookKey, LastRun] = {}
    for first in range(0, len(ids), _MOST_NAMED):
        some = ids[first : first + _MOST_NAMED]
        found |= _latest(path, some, wanted if timed and first == 0 else set())
    return found


def _latest(path: str, ids: list[str], timed: set[HookKey]) -> dict[HookKey, LastRun]:
    with opened(path) as connection:
        if connection is None:
            return {}
        rows = connection.execute(_LAST.format(questions=", ".join("?" * len(ids))), ids).fetchall()
        found = {(it["hook_id"], it["command"]): it for it in rows}
        return {key: _last_run(connection, key, row, timed=key in timed) for key, row in found.items()}


def _last_run(connection: sqlite3.Connection, key: HookKey, row: sqlite3.Row, *, timed: bool) -> LastRun:
    times = sorted(it["duration"] for it in connection.execute(_TIMES, key)) if timed else []
    usual = times[max(0, -(-19 * len(times) // 20) - 1)] if len(times) >= _FEW else None
    return LastRun(row["dispatch_id"], row["status"], _decision(row), row["duration"], usual)


def _decision(row: sqlite3.Row) -> str | None:
    # A journal that this version has not written to yet has no such column.
    own: str | None = row["decision"] if "decision" in row.keys() else None  # noqa: SIM118  a row is no mapping
    if own is not None:
        return own or None
    joint: str | None = row["joint"]
    return joint if row["together"] == 1 else None


def fired_since(path: str, hooks: Sequence[HookKey], moment: float) -> int:
    """In how many dispatches of agents any of the hooks ran, as they are now; `moment` is a POSIX time in seconds.

    Test-fires do not count.  Raises UnreadableInput.
    """
    hooks = hooks[:_MOST_COUNTED]
    if not hooks or not os.path.exists(path):
        return 0
    with opened(path) as connection:
        if connection is None:
            return 0
        which = " OR ".join(["(hook_id = ? AND command = ?)"] * len(hooks))
        values = [value for key in hooks for value in key]
        found = connection.execute(_COUNT.format(which=which), [moment, *values]).fetchone()
        return int(found[0])
