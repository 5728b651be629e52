"""Dispatches, and has the journal keep what came of it: the engine itself knows no database."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from hookwright.engine.dispatch import dispatch
from hookwright.engine.journal.records import LateRun, Origin, record_of, run_record
from hookwright.model.outcome import Outcome, Run

if TYPE_CHECKING:
    from hookwright.engine.background import Background, Finished
    from hookwright.engine.events import Watch
    from hookwright.engine.host import Host
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.plan import Plan


async def recorded(
    plan: Plan,
    host: Host,
    journal: Journal | None,
    *,
    origin: Origin = Origin.DISPATCH,
    watch: Watch | None = None,
    background: Background | None = None,
) -> Outcome:
    """The outcome of `dispatch`, recorded; so is a dispatch that is cancelled.  Without a journal, only dispatches."""
    began = time.perf_counter()
    try:
        outcome = await dispatch(plan, host, watch=watch, background=background)
    except asyncio.CancelledError:
        if journal is not None:
            journal.add(record_of(plan, None, origin, time.perf_counter() - began))
        raise
    if journal is not None:
        journal.add(record_of(plan, outcome, origin, time.perf_counter() - began))
    return outcome


def late_recorder(journal: Journal) -> Finished:
    """What `Background` is to tell of the runs that end behind their dispatch's answer (B6)."""

    def on_finished(dispatch_id: str, run: Run) -> None:
        journal.add(LateRun(dispatch_id, run_record(run)))

    return on_finished
