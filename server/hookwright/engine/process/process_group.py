"""Answers whether a started command has ended, and ends it together with everything that it started."""

from __future__ import annotations

import os
import signal
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache

from hookwright.engine.process import descendants
from hookwright.engine.process.adoption import Sweeper, adopted, adopts
from hookwright.engine.process.descendants import Ancestor, Seen
from hookwright.engine.process.epoll import Watcher
from hookwright.engine.process.orphans import Orphans

_alive = Orphans()
_sweepers: dict[AbstractEventLoop, Sweeper] = {}


class Group:
    """A process group: its leader, which is our child, and everything that the leader started, also in other groups.

    While the leader is not reaped, or a member lives, the system does not reuse the group's number. So the
    command leaves the table of those that run before the leader is reaped or as soon as nothing of it is left.
    """

    __slots__ = ("_descriptor", "_number", "_reaper", "_sweeper", "_watcher", "ancestor", "exited", "leader", "status")

    def __init__(self, start: Callable[[str], int]) -> None:
        """`start` gets the mark that the environment has to carry, and gives the leader."""
        # Before it starts: what the very first command leaves would else be adopted by init, where nobody finds it.
        adopts()
        self._number, mark = _alive.expect()
        try:
            self.leader = start(mark)
        except BaseException:
            _alive.remove(self._number)
            raise
        self.ancestor = _alive.began(self._number, self.leader)
        self.exited = False
        self.status: int | None = None
        self._descriptor = -1
        self._watcher: Watcher | None = None
        self._sweeper: Sweeper | None = None
        self._reaper: threading.Thread | None = None

    def watch(self, loop: AbstractEventLoop, watcher: Watcher, on_exit: Callable[[], None]) -> None:
        """Calls back on the loop, once, when the leader has ended."""

        def exited() -> None:
            self._unwatch()
            self.exited = True
            on_exit()

        _alive.guard(loop)
        if adopts():
            self._sweeper = _sweeper_of(loop)
        self._watcher = watcher
        self._descriptor = _process_descriptor(self.leader)
        if self._descriptor >= 0:
            watcher.add_reader(self._descriptor, exited)
            return
        self._reaper = threading.Thread(target=self._wait, args=(loop, exited), daemon=True)
        self._reaper.start()

    def _wait(self, loop: AbstractEventLoop, exited: Callable[[], None]) -> None:
        self._reap(0)
        # The loop is closed when the answer is no longer waited for.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(exited)

    def signal(self, number: int) -> None:
        """Signals every member of the group itself."""
        _signal_group(self.leader, number)

    def signal_others(self, number: int, members: set[Seen]) -> None:
        """Signals those of the members that have left the group."""
        for it in members:
            if it.group != self.leader:
                descendants.send(it, number)

    def is_empty(self, members: set[Seen]) -> bool:
        """Whether nothing runs any more, if these are the members that were seen."""
        return self.exited and not members and (descendants.HAS_PROC or not _signal_group(self.leader, 0))

    def reap(self) -> bool:
        """Takes the leader's status if it has ended, and says whether it is there."""
        if self._reaper is None:
            self._reap(os.WNOHANG)
        return self.status is not None

    def _reap(self, flags: int) -> None:
        if self.status is not None:
            return
        try:
            process, status = os.waitpid(self.leader, flags)
        except ChildProcessError:
            # Somebody else took the status: the exit code stays unknown.
            return
        if process:
            self.status = status

    def forget(self) -> None:
        """Takes the command out of the table of those that run, so that nothing of it is killed any more."""
        _alive.remove(self._number)

    def release(self) -> None:
        """Ends the care for a command whose leader has ended; what still lives of it is left alone."""
        self._unwatch()
        self.forget()
        self.reap()

    def destroy(self) -> None:
        """Kills every member and reaps the leader, waiting for it without the loop."""
        self._unwatch()
        _kill_all([self.ancestor])
        self.forget()
        if self._reaper is not None and self._reaper.is_alive():
            self._reaper.join(1.0)
        else:
            self._reap(0)

    def _unwatch(self) -> None:
        # What the leader leaves is ours from now on.
        if self._sweeper is not None:
            self._sweeper.plan()
        if self._descriptor >= 0 and self._watcher is not None:
            self._watcher.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1


def _sweeper_of(loop: AbstractEventLoop) -> Sweeper:
    if loop not in _sweepers:
        for it in [it for it in _sweepers if it.is_closed()]:
            del _sweepers[it]
        _sweepers[loop] = Sweeper(loop, _alive.own)
    return _sweepers[loop]


def members(ancestors: Collection[Ancestor], seen: dict[int, Seen]) -> dict[Ancestor, set[Seen]]:
    """What of these processes belongs to each of the commands."""
    strays = adopted(seen.values(), _alive.own()) if adopts() else ()
    return descendants.members(ancestors, seen, strays)


def kill(*groups: Group) -> None:
    """Kills every member of these that can be seen, wherever it went, and of the groups also those that cannot."""
    _kill([it.ancestor for it in groups])


def _kill(ancestors: Collection[Ancestor]) -> None:
    descendants.kill(lambda seen: set[Seen]().union(*members(ancestors, seen).values()))
    for it in ancestors:
        _signal_group(it.leader, signal.SIGKILL)


def _kill_all(ancestors: Collection[Ancestor]) -> None:
    _kill(ancestors)
    descendants.kill_all(lambda seen: set[Seen]().union(*members(ancestors, seen).values()))


@cache
def prepare() -> None:
    """Does once what must be done before the first group starts."""
    _alive.watch()
    if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        # Inherited from the parent process: the system would throw every exit code away.
        with suppress(ValueError):
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def kill_running() -> None:
    """Kills every command that is still running, with all that it started."""
    if _alive.running:
        _kill_all(tuple(_alive.running.values()))


def _signal_group(group: int, number: int) -> bool:
    """Signals every member, and says whether there was one; the number 0 only asks."""
    if group <= 0:
        return False
    # macOS answers "not permitted" for a group in which only an unreaped leader is left.
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _process_descriptor(process: int) -> int:
    """A descriptor that becomes readable when the process ends, or -1 where the system has none to give."""
    open_descriptor: Callable[[int], int] | None = getattr(os, "pidfd_open", None)
    if open_descriptor is None:
        return -1
    try:
        return open_descriptor(process)
    except OSError:
        return -1
