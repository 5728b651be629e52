"""What waits for the input to rest, so that a burst of messages costs one analysis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hookwright.transport.failures import log_fault


class Debounce:
    """Calls back once, however often asked, as soon as no more input waits; only in the thread that serves.

    Whoever feeds the session calls `flush` when it has fed all there was; `inbox_empty` tells whether there is no more.
    """

    def __init__(self, inbox_empty: Callable[[], bool] = lambda: True) -> None:
        self._waiting: dict[Callable[[], None], None] = {}
        self._inbox_empty = inbox_empty

    def call(self, callback: Callable[[], None]) -> None:
        """Calls back when the input rests."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting[callback] = None

    def flush(self) -> None:
        """Calls those that wait, unless there is more input."""
        if not self._waiting or not self._inbox_empty():
            return
        callbacks, self._waiting = self._waiting, {}
        for callback in callbacks:
            try:
                callback()
            except Exception as error:  # noqa: BLE001  logged with an id
                log_fault(error, getattr(callback, "__name__", "callback"))
