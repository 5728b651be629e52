"""Takes records from those who dispatch to the database, in a thread of its own, and never holds anybody up."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hookwright.engine.journal.place import is_switched_off, journal_path
from hookwright.engine.journal.records import LateRun, Origin, Record, record_of, run_record
from hookwright.engine.telemetry import telemetry
from hookwright.host import Host
from hookwright.model.outcome import Outcome, Run

if TYPE_CHECKING:
    from hookwright.engine.background import OnFinished
    from hookwright.engine.journal.store import Keeper, Retention
    from hookwright.engine.plan import Plan

logger = logging.getLogger(__name__)

# The most that waits to be written: records, and characters in them.
_MOST_WAITING = 10_000
_MOST_WEIGHT = 64 * 1024 * 1024
# Records that come shortly after one another are written together.
_GATHER_SECONDS = 0.05
_MOST_AT_ONCE = 500
_RETRY_SECONDS = 0.05


class Journal:
    """The journal of one server, service or command line.

    Adding never waits and never raises; what cannot be written is logged once.  The database is opened with the first
    record, behind the caller.
    """

    def __init__(self, path: str, retention: Retention | None = None) -> None:
        self.path = path
        self._retention = retention
        self._lock = threading.Lock()
        self._waiting: deque[Record] = deque()
        self._weight = 0
        self._added = 0
        self._settled = 0
        self._arrived = threading.Event()
        self._urgent = threading.Event()
        self._written = threading.Condition(self._lock)
        self._ending = False
        self._give_up_at = float("inf")
        self._thread: threading.Thread | None = None
        self._overflowed = False

    def add(self, record: Record) -> None:
        """Has the record written soon; forgets it where too many wait, or after `close`."""
        with self._lock:
            if self._ending:
                return
            if len(self._waiting) >= _MOST_WAITING or self._weight + record.weight > _MOST_WEIGHT:
                overflowed, self._overflowed = self._overflowed, True
            else:
                overflowed = True
                self._waiting.append(record)
                self._weight += record.weight
                self._added += 1
                self._arrived.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
                self._thread.start()
        if not overflowed:
            logger.warning("The journal %s cannot keep up, so some dispatches are not recorded", self.path)

    def flush(self, seconds: float) -> bool:
        """Waits at most that long until everything added is written or given up; answers whether it is."""
        with self._lock:
            awaited = self._added
            self._urgent.set()
            return self._written.wait_for(lambda: self._settled >= awaited, seconds)

    def close(self, seconds: float = 2.0) -> None:
        """Writes what is waiting, for at most that long, and closes the database."""
        with self._lock:
            self._ending = True
            self._give_up_at = time.monotonic() + seconds
            thread = self._thread
            self._urgent.set()
            self._arrived.set()
        if thread is not None:
            thread.join(seconds)
        with self._lock:
            lost = len(self._waiting)
        if lost:
            logger.warning(
                "The last dispatches (%d) are not recorded: the journal %s could not be written within %g s. "
                "Another process has locked it, or the machine is busy.",
                lost,
                self.path,
                seconds,
            )

    def _work(self) -> None:
        # The database's library is imported here, so that no dispatch waits for it.
        from hookwright.engine.journal.store import Keeper, Retention

        keeper = Keeper(self.path, self._retention or Retention())
        while self._arrived.wait():
            self._urgent.wait(_GATHER_SECONDS)
            batch = self._next()
            if not batch and self._ending:
                break
            if batch and not self._write(keeper, batch):
                break
        keeper.close()

    def _next(self) -> list[Record]:
        with self._lock:
            count = min(len(self._waiting), _MOST_AT_ONCE)
            if count == len(self._waiting) and not self._ending:
                self._arrived.clear()
                self._urgent.clear()
            return [self._waiting[it] for it in range(count)]

    def _write(self, keeper: Keeper, batch: list[Record]) -> bool:
        """Tries until it is written, or cannot be; what comes meanwhile waits.  False: the time to close is over."""
        while not keeper.write(batch):
            if time.monotonic() >= self._give_up_at:
                return False
            time.sleep(_RETRY_SECONDS)
        keeper.clean()
        with self._lock:
            for _ in batch:
                self._weight -= self._waiting.popleft().weight
            self._settled += len(batch)
            self._written.notify_all()
        return True


def open_journal(host: Host) -> Journal | None:
    """The user's journal; None if it is switched off.  Nothing happens on disk before the first record."""
    return None if is_switched_off(host) else Journal(journal_path(host))


@contextmanager
def journal_for(host: Host, seconds: float) -> Iterator[Journal | None]:
    """The same for a process that ends afterwards, which waits at most that long for what is to be written."""
    journal = open_journal(host)
    try:
        yield journal
    finally:
        # To close the database is to wait for the disk; the next process that opens it finds all that was written.
        if journal is not None and not journal.flush(seconds):
            journal.close(0)


async def recorded(
    dispatched: Awaitable[Outcome], plan: Plan, journal: Journal | None, origin: Origin = Origin.DISPATCH
) -> Outcome:
    """The outcome of `dispatch(plan, …)`, recorded; so is one that is cancelled.

    Without a journal, it is told to the collector alone, if there is one.  The record's duration is that of waiting
    for `dispatched`.
    """
    began = time.perf_counter()
    try:
        outcome = await dispatched
    except asyncio.CancelledError:
        _keep(plan, None, origin, time.perf_counter() - began, journal)
        raise
    _keep(plan, outcome, origin, time.perf_counter() - began, journal)
    return outcome


def _keep(plan: Plan, outcome: Outcome | None, origin: Origin, seconds: float, journal: Journal | None) -> None:
    if journal is not None:
        journal.add(record_of(plan, outcome, origin, seconds))
    if (collected := telemetry()) is not None:
        collected.tell(plan, outcome, origin.value, seconds)


def late_recorder(journal: Journal) -> OnFinished:
    """What `Background` is to tell of the runs that end behind their dispatch's answer (B6)."""

    def on_finished(dispatch_id: str, run: Run) -> None:
        journal.add(LateRun(dispatch_id, run_record(run)))

    return on_finished
