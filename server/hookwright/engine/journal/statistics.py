"""How a project's hooks have fared: how often they ran, how often they failed, and how long they took (A18)."""

from __future__ import annotations

import os.path
import sqlite3
from dataclasses import dataclass
from typing import Any

from hookwright.engine.journal.reading import opened
from hookwright.engine.journal.records import Origin, moment
from hookwright.model.outcome import timestamp
from hookwright.model.reaction import Status

_FAILURES = (Status.FAILED.value, Status.TIMED_OUT.value, Status.CANNOT_START.value)

# What was skipped, or still runs, took no time that would mean anything.
_DONE = f"""SELECT runs.*, dispatches.at FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
    WHERE dispatches.project = :project AND dispatches.origin = '{Origin.DISPATCH.value}'
    AND status NOT IN ('{Status.SKIPPED.value}', '{Status.RUNNING.value}')"""

# `key` is what makes two runs the same hook's: nothing for the numbers of all of them together.
_NUMBERS = """SELECT {names} count(*) AS runs, sum(status IN ({failures})) AS failures,
    sum(status = 'blocked') AS blocked, avg(duration) AS mean, max(at) AS last,
    min(CASE WHEN place >= 0.95 * size THEN duration END) AS p95
    FROM (SELECT *, row_number() OVER ({over} ORDER BY duration) AS place, count(*) OVER ({over}) AS size
        FROM ({done})) {grouped}"""


@dataclass(frozen=True, slots=True)
class Numbers:
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


@dataclass(frozen=True, slots=True)
class Statistics:
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
        done=_DONE,
    )


def _numbers(row: sqlite3.Row) -> Numbers:
    return Numbers(row["runs"], row["failures"], row["blocked"], row["mean"], row["p95"], row["last"])
