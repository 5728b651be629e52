"""Has the journal keep what came of a dispatch: the engine itself knows no database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from hookwright.engine.journal.records import LateRun, Origin, record_of, run_record
from hookwright.model.outcome import Outcome, Run

if TYPE_CHECKING:
    from hookwright.engine.background import OnFinished
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.plan import Plan


async def recorded(
    dispatched: Awaitable[Outcome], plan: Plan, journal: Journal | None, origin: Origin = Origin.DISPATCH
) -> Outcome:
    """The outcome of `dispatch(plan, …)`, recorded; so is one that is cancelled.  Without a journal, only the outcome.

    The record's duration is that of waiting for `dispatched`.
    """
    if journal is None:
        return await dispatched
    began = time.perf_counter()
    try:
        outcome = await dispatched
    except asyncio.CancelledError:
        journal.add(record_of(plan, None, origin, time.perf_counter() - began))
        raise
    journal.add(record_of(plan, outcome, origin, time.perf_counter() - began))
    return outcome


def late_recorder(journal: Journal) -> OnFinished:
    """What `Background` is to tell of the runs that end behind their dispatch's answer (B6)."""

    def on_finished(dispatch_id: str, run: Run) -> None:
        journal.add(LateRun(dispatch_id, run_record(run)))

    return on_finished
