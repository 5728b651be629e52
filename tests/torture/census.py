"""What a test leaves behind: processes, wherever they went, descriptors, and temporary files."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
_SETTLE_SECONDS = 120.0


@dataclass(frozen=True, order=True)
class Seen:
    """A process: its id, and when it began, in ticks since the machine did."""

    pid: int
    start: int

    @property
    def words(self) -> str:
        """Its command line, for a person."""
        try:
            return Path(f"/proc/{self.pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
        except OSError:
            return "(gone)"


def adopt_orphans() -> None:
    """From now on what loses its parent becomes a child of this process, so that it is found below it."""
    assert ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def below(process: int) -> set[Seen]:
    """All processes below this one that have not ended."""
    children: dict[int, list[Seen]] = {}
    for entry in os.listdir("/proc"):
        if not entry.isdecimal():
            continue
        with suppress(OSError):
            # The name is in parentheses and may contain any character.
            fields = Path(f"/proc/{entry}/stat").read_bytes().rpartition(b") ")[2].split()
            if fields[0] not in (b"Z", b"X"):
                children.setdefault(int(fields[1]), []).append(Seen(int(entry), int(fields[19])))
    found: set[Seen] = set()
    unseen = [process]
    while unseen:
        for child in children.get(unseen.pop(), ()):
            if child not in found:
                found.add(child)
                unseen.append(child.pid)
    return found


def until_gone(*processes: int, seconds: float = _SETTLE_SECONDS) -> None:
    """Waits until none of them runs any more."""
    deadline = time.monotonic() + seconds
    while left := [it for it in processes if _runs(it)]:
        assert time.monotonic() < deadline, f"still there after {seconds} s: {left}"
        time.sleep(0.02)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b") ")[2][:1] not in (b"Z", b"X")
    except OSError:
        return False


class Census:
    """What is there when it is taken."""

    def __init__(self, temporary: Path) -> None:
        self._temporary = temporary
        self._processes = below(os.getpid())
        self._descriptors = _descriptors()

    def new(self) -> set[Seen]:
        """The processes that have been started since, and run."""
        return below(os.getpid()) - self._processes

    def nothing_runs(self, seconds: float = _SETTLE_SECONDS) -> None:
        """Waits until all that was started since has ended; what has not is killed, and named."""
        deadline = time.monotonic() + seconds
        while left := self.new():
            if time.monotonic() > deadline:
                named = sorted(f"{it.pid} {it.words}" for it in left)
                self._kill()
                raise AssertionError(f"{len(left)} processes were left behind: {named[:20]}")
            time.sleep(0.02)

    def nothing_left(self) -> None:
        """No process, descriptor or temporary file has come and stayed."""
        try:
            self.nothing_runs()
        finally:
            _reap()
        assert _descriptors() - self._descriptors == set()
        assert sorted(it.name for it in self._temporary.iterdir()) == []

    def _kill(self) -> None:
        while left := self.new():
            for it in left:
                with suppress(OSError):
                    os.kill(it.pid, signal.SIGKILL)
            _reap()


def _descriptors() -> set[tuple[str, str]]:
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            found.add((number, os.readlink(f"/proc/self/fd/{number}")))
    return found


def _reap() -> None:
    """Collects orphans that have ended; what a test has started itself, it has collected itself."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
