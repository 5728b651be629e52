"""Makes this process the parent of processes that lose their own, so that a command cannot hide what it started.

Linux calls this a child subreaper. What is adopted has to be reaped here, too. Python has no function for the system
call, so it is made through `ctypes`.
"""

from __future__ import annotations

import os
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import cache

from hookwright.engine.process.descendants import Seen, look

_PR_SET_CHILD_SUBREAPER = 36
_SWEEP_SECONDS = 1.0


_wanted = False


def want() -> None:
    """Says that this process may adopt."""
    global _wanted  # noqa: PLW0603  it is about the whole process
    _wanted = True


def adopts() -> bool:
    """Whether this process adopts from now on: it may, and the system can."""
    return _wanted and _adopt()


@cache
def _adopt() -> bool:
    if not sys.platform.startswith("linux") or not hasattr(os, "pidfd_open"):
        return False
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def adopted(seen: Iterable[Seen], own: Collection[int]) -> set[int]:
    """The children of this process that it has not started: they are in other sessions, and not among its `own`."""
    me, session = os.getpid(), os.getsid(0)
    return {it.pid for it in seen if it.parent == me and it.session != session and it.pid not in own}


class Sweeper:
    """Reaps what was adopted, a moment after a command of this loop has ended, and whenever one of those ends."""

    def __init__(self, loop: AbstractEventLoop, own: Callable[[], Collection[int]]) -> None:
        self._loop = loop
        self._own = own
        self._is_planned = False
        self._watched: dict[int, int] = {}

    def plan(self) -> None:
        """Sweeps in a moment."""
        if not self._is_planned and not self._loop.is_closed():
            self._is_planned = True
            self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def _sweep(self) -> None:
        self._is_planned = False
        for it in adopted(look(ended=True).values(), self._own()):
            if not self._reaped(it) and it not in self._watched:
                with suppress(OSError):
                    self._watched[it] = descriptor = os.pidfd_open(it)
                    self._loop.add_reader(descriptor, self._end, it)

    def _end(self, process: int) -> None:
        descriptor = self._watched.pop(process)
        self._loop.remove_reader(descriptor)
        os.close(descriptor)
        self._reaped(process)
        # It may have left others.
        self.plan()

    @staticmethod
    def _reaped(process: int) -> bool:
        try:
            return os.waitpid(process, os.WNOHANG)[0] != 0
        except ChildProcessError:
            return True
