"""Keeps what a dispatch has answered without waiting for, until it has ended or is ended (B6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from hookwright.model.outcome import Run

OnFinished = Callable[[str, Run], None]
"""Told of each run in the background as it ends: the id of its dispatch, and its whole record."""


class Background:
    """The runs that go on behind the answers of one server or service; every one of them has a time-out of its own."""

    def __init__(self, on_finished: OnFinished | None = None) -> None:
        self.on_finished = on_finished
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs."""
        return not self._tasks

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs it behind the caller; what it raises is the loop's to report."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tell(self, dispatch_id: str, run: Run) -> None:
        """Passes on the record of a run that has ended."""
        if self.on_finished is not None:
            # The loop calls and reports a fault of the listener, which then stops no other run.
            asyncio.get_running_loop().call_soon(self.on_finished, dispatch_id, run)

    async def finish(self, seconds: float | None = None) -> None:
        """Waits until all have ended, for that long at most (None: as long as their own time-outs let them).

        What still runs then is killed, with everything that it has started.
        """
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)
        left = tuple(self._tasks)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)
