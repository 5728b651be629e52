"""What each hook costs: how long its runs for agents take, and how many seconds that is in a session."""

from __future__ import annotations

import os

from msgspec import Struct

from hookwright.engine.journal.records import Origin
from hookwright.engine.journal.schema import opened
from hookwright.engine.journal.statistics import HookKey
from hookwright.model.reaction import Status

# What was skipped, or still runs, took no time that would mean anything.
_COSTS = f"""SELECT hook_id, command, count(*) AS runs, count(DISTINCT session) AS sessions, sum(duration) AS total,
    min(CASE WHEN place >= 0.5 * size THEN duration END) AS p50,
    min(CASE WHEN place >= 0.95 * size THEN duration END) AS p95
    FROM (SELECT runs.hook_id, runs.command, runs.duration, dispatches.session,
            row_number() OVER (PARTITION BY hook_id, command ORDER BY runs.duration) AS place,
            count(*) OVER (PARTITION BY hook_id, command) AS size
        FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
        WHERE dispatches.project = ? AND dispatches.origin = '{Origin.DISPATCH.value}'
            AND status NOT IN ('{Status.SKIPPED.value}', '{Status.RUNNING.value}'))
    GROUP BY hook_id, command"""


class Cost(Struct, frozen=True):
    """Of the runs of a hook for agents: their number, and median, 95th percentile and time a session in seconds."""

    runs: int
    p50: float
    p95: float
    per_session: float


def costs(path: str, project: str) -> dict[HookKey, Cost]:
    """What the hooks of a project cost; one that was edited is another from then on.  Raises UnreadableInput."""
    with opened(path) as connection:
        if connection is None:
            return {}
        rows = connection.execute(_COSTS, [os.path.realpath(project)]).fetchall()
        return {
            (it["hook_id"], it["command"]): Cost(it["runs"], it["p50"], it["p95"], it["total"] / it["sessions"])
            for it in rows
        }
