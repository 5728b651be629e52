"""Sees commands to their end that are to stop; one look at all processes serves all commands of a loop."""

from __future__ import annotations

import signal
import time
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable

from msgspec import Struct

from hookwright.engine.process.descendants import Seen, look
from hookwright.engine.process.process_group import Group, kill, members

_TICK = 0.01
"""Seconds between two looks at commands whose leader has ended while others tidy up."""
_FIRST_LOOK = 0.02
"""Most commands have ended by then; of others, those outside the group are asked to end, too."""
_REST = 3
"""The next look follows after so many times as long as a look takes."""
_GIVE_UP_SECONDS = 5.0
"""What cannot be killed, as it belongs to another user or hangs in the system, is not waited for longer than this."""


class Quarry(Struct, eq=False):
    """A command that was asked to end; SIGKILL comes at `kill_at`, on the loop's clock."""

    group: Group
    kill_at: float
    on_end: Callable[[], None]
    look_at: float
    asked: bool = False


class Pursuit:
    """The commands of a loop that are to end."""

    __slots__ = ("_loop", "_quarries", "_rested", "_timer")

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._quarries: dict[Group, Quarry] = {}
        self._rested = 0.0
        self._timer: TimerHandle | None = None

    def begin(self, group: Group, grace: float, on_end: Callable[[], None]) -> None:
        """Asks the group to end, and calls back when nothing of it is left, or what is left cannot be killed."""
        now = self._loop.time()
        group.signal(signal.SIGTERM)
        first = now if group.exited else min(now + _FIRST_LOOK, now + grace)
        self._quarries[group] = Quarry(group, now + grace, on_end, first)
        self._plan()

    def hurry(self, group: Group) -> None:
        """The leader has ended: often nothing else is left."""
        if (quarry := self._quarries.get(group)) is not None:
            quarry.look_at = self._loop.time()
            self._plan()

    def drop(self, group: Group) -> None:
        """The command is over in another way."""
        if self._quarries.pop(group, None) is not None:
            self._plan()

    def _plan(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._quarries:
            _pursuits.pop(self._loop, None)
        elif not self._loop.is_closed():
            soonest = min(it.look_at for it in self._quarries.values())
            self._timer = self._loop.call_at(max(soonest, self._rested), self._look)

    def _look(self) -> None:
        self._timer = None
        begin, quarries = time.perf_counter(), tuple(self._quarries.values())
        found = members([it.group.ancestor for it in quarries], look())
        overdue = [it.group for it in quarries if self._is_overdue(it, found[it.group.ancestor])]
        if overdue:
            kill(*overdue)
        self._rested = self._loop.time() + _REST * (time.perf_counter() - begin)
        self._plan()

    def _is_overdue(self, quarry: Quarry, members: set[Seen]) -> bool:
        """Whether the time has come to kill what is left; where nothing is, the pursuit has ended."""
        now, group = self._loop.time(), quarry.group
        if group.is_empty(members) or now >= quarry.kill_at + _GIVE_UP_SECONDS:
            del self._quarries[group]
            self._loop.call_soon(quarry.on_end)
            return False
        if not quarry.asked:
            quarry.asked = True
            group.signal_others(signal.SIGTERM, members)
        is_overdue = now >= quarry.kill_at
        quarry.look_at = now + _TICK if group.exited or is_overdue else quarry.kill_at
        return is_overdue


_pursuits: dict[AbstractEventLoop, Pursuit] = {}


def pursuit_on(loop: AbstractEventLoop) -> Pursuit:
    """The loop's pursuit; to be used at once."""
    return _pursuits.setdefault(loop, Pursuit(loop))
