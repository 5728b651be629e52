"""How some hooks ended when they ran last, and how long agents usually wait for them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hookwright.engine.journal.cutting import cut
from hookwright.engine.journal.reading import opened
from hookwright.engine.journal.records import Origin
from hookwright.engine.redaction import redact
from hookwright.model.outcome import HookIdentity
from hookwright.model.reaction import Status

# So many hooks a question may be about, in every build of the library.
_MOST_HOOKS = 500
# Of the newest so many runs is told how long they usually take, where there are as many as that.
_LOOKED_AT, _FEW = 100, 5

_DONE = f"status NOT IN ('{Status.SKIPPED.value}', '{Status.RUNNING.value}')"
_LAST = """SELECT runs.hook_id, runs.command, runs.status, runs.duration,
    dispatches.id AS dispatch_id, dispatches.decision,
    (SELECT count(*) FROM runs AS others WHERE others.dispatch = runs.dispatch) AS together
    FROM runs JOIN dispatches ON dispatches.number = runs.dispatch WHERE runs.number IN
    (SELECT max(number) FROM runs WHERE hook_id IN ({questions}) AND {done} GROUP BY hook_id, command)"""
_TIMES = f"""SELECT runs.duration FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
    WHERE hook_id = ? AND command = ? AND {_DONE} AND origin = '{Origin.DISPATCH.value}'
    ORDER BY runs.number DESC LIMIT {_LOOKED_AT}"""

HookKey = tuple[str, str]
"""The id of a hook and its command: one that was edited is another."""


@dataclass(frozen=True, slots=True)
class LastRun:
    """The newest run of a hook; times in seconds.

    `decision` is the dispatch's, None where other hooks had a say in it.  `usual` is what nineteen of twenty runs for
    agents took at most, None where there are few.
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
    """What the journal knows of these hooks, and of others that stood in their places.

    How long they usually take is told where that is wanted, and of the first hooks only.  Raises UnreadableInput.
    """
    wanted = {key_of(it) for it in hooks} if os.path.exists(path) else set()
    ids = sorted({it for it, _ in wanted})
    found: dict[HookKey, LastRun] = {}
    for first in range(0, len(ids), _MOST_HOOKS):
        some = ids[first : first + _MOST_HOOKS]
        found |= _latest(path, some, wanted if timed and first == 0 else set())
    return found


def _latest(path: str, ids: list[str], timed: set[HookKey]) -> dict[HookKey, LastRun]:
    with opened(path) as connection:
        if connection is None:
            return {}
        rows = connection.execute(_LAST.format(questions=", ".join("?" * len(ids)), done=_DONE), ids).fetchall()
        found = {(it["hook_id"], it["command"]): it for it in rows}
        return {key: _last_run(connection, key, row, timed=key in timed) for key, row in found.items()}


def _last_run(connection: sqlite3.Connection, key: HookKey, row: sqlite3.Row, *, timed: bool) -> LastRun:
    times = sorted(it["duration"] for it in connection.execute(_TIMES, key)) if timed else []
    usual = times[max(0, -(-19 * len(times) // 20) - 1)] if len(times) >= _FEW else None
    decision = row["decision"] if row["together"] == 1 else None
    return LastRun(row["dispatch_id"], row["status"], decision, row["duration"], usual)
