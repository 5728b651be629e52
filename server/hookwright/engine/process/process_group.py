"""Answers whether a started command has ended, and ends it together with whatever it started."""

from __future__ import annotations

import os
import signal
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from hookwright.engine.process.epoll import Watcher
from hookwright.engine.process.orphans import GroupTable

_alive = GroupTable()


class Group:
    """A process group: its leader, which is our child, and whatever the leader started and left in the group.

    While the leader is not reaped, or a member lives, the system does not reuse the group's number. So the
    number leaves the table of living groups before the leader is reaped or as soon as the group is empty.
    """

    __slots__ = ("_descriptor", "_reaper", "_watcher", "exited", "leader", "status")

    def __init__(self, leader: int) -> None:
        self.leader = leader
        self.exited = False
        self.status: int | None = None
        self._descriptor = -1
        self._watcher: Watcher | None = None
        self._reaper: threading.Thread | None = None
        _alive.add(leader)

    def watch(self, loop: AbstractEventLoop, watcher: Watcher, on_exit: Callable[[], None]) -> None:
        """Calls back on the loop, once, when the leader has ended."""

        def exited() -> None:
            self._unwatch()
            self.exited = True
            on_exit()

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
        """Signals every member."""
        _signal_group(self.leader, number)

    def is_empty(self) -> bool:
        """Whether no member runs any more; the leader must be reaped."""
        return not _signal_group(self.leader, 0) or not _has_running_member(self.leader)

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
        """Takes the group out of the table of living groups, so that it is not killed any more."""
        _alive.remove(self.leader)

    def release(self) -> None:
        """Ends the care for a group whose leader has ended; members that still live are left alone."""
        self._unwatch()
        self.forget()
        self.reap()

    def destroy(self) -> None:
        """Kills every member and reaps the leader, waiting for it without the loop."""
        self._unwatch()
        self.signal(signal.SIGKILL)
        self.forget()
        if self._reaper is not None and self._reaper.is_alive():
            self._reaper.join(1.0)
        else:
            self._reap(0)

    def _unwatch(self) -> None:
        if self._descriptor >= 0 and self._watcher is not None:
            self._watcher.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1


@cache
def prepare() -> None:
    """Does once what must be done before the first group starts."""
    _alive.watch()
    if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        # Inherited from the parent process: the system would throw every exit code away.
        with suppress(ValueError):
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def kill_groups() -> None:
    """Sends SIGKILL to every group that is still alive."""
    for group in tuple(_alive.groups):
        _signal_group(group, signal.SIGKILL)


def _signal_group(group: int, number: int) -> bool:
    """Signals every member, and says whether there was one; the number 0 only asks."""
    # macOS answers "not permitted" for a group in which only an unreaped leader is left.
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _has_running_member(group: int) -> bool:
    """False when all that is left has ended and waits for a new parent, often a slow one, to reap it."""
    if not os.path.exists("/proc/self/stat"):
        return True
    members = (entry for entry in os.listdir("/proc") if entry.isdecimal() and _group_of(int(entry)) == group)
    return any(_state_of(member) not in {b"Z", b"X", b""} for member in members)


def _group_of(process: int) -> int:
    try:
        return os.getpgid(process)
    except OSError:
        return 0


def _state_of(process: str) -> bytes:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            # The name is in parentheses and may contain any character.
            return file.read().rpartition(b") ")[2][:1]
    except OSError:
        return b""


def _process_descriptor(process: int) -> int:
    """A descriptor that becomes readable when the process ends, or -1 where the system has none to give."""
    open_descriptor: Callable[[int], int] | None = getattr(os, "pidfd_open", None)
    if open_descriptor is None:
        return -1
    try:
        return open_descriptor(process)
    except OSError:
        return -1
