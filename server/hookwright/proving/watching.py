"""Ends a run that takes too much: time, memory, processes, or room on the disk.

It looks at all that descends from this process, which adopts processes that lose their parent if the system
can do that.
If there is no /proc, memory and processes are not looked at.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Coroutine
from contextlib import suppress

from hookwright.engine.process import Finished, descendants
from hookwright.engine.process.descendants import Seen
from hookwright.engine.scratch.walking import walk
from hookwright.proving.script import Limits

_PAUSE_SECONDS = 0.2
_BLOCK = 512
_MOST_FILES = 400_000
_MUCH = 4


class Watch:
    """Looks on while an agent runs; `ended` says why it killed everything, empty if it did not have to."""

    def __init__(self, limits: Limits) -> None:
        self.ended = ""
        self._limits = limits
        self._printed = 0
        self._free = _free(limits.folder)
        self._before = used(limits.folder)

    def count(self, stream: str, chunk: bytes) -> None:
        """Notes what the agent has printed."""
        del stream
        self._printed += len(chunk)

    async def over(self, running: Coroutine[None, None, Finished]) -> Finished:
        """Waits for the end of what runs, or brings it about where a limit is passed."""
        task = asyncio.ensure_future(running)
        until = time.monotonic() + self._limits.seconds
        while not (await asyncio.wait([task], timeout=_PAUSE_SECONDS))[0]:
            self.ended = self.ended or await asyncio.to_thread(self._why, until)
            if self.ended:
                await asyncio.to_thread(kill_descendants)
        return task.result()

    def _why(self, until: float) -> str:
        limits = self._limits
        if time.monotonic() > until:
            return f"it took more than {limits.seconds:g} s"
        if self._printed > limits.printed:
            return f"it printed more than {limits.printed >> 20} MB"
        found = below_us(descendants.look())
        if len(found) > limits.processes:
            return f"it started more than {limits.processes} processes"
        if sum(_resident(it.pid) for it in found) > limits.memory:
            return f"it took more than {limits.memory >> 20} MB of memory"
        return self._written()

    def _written(self) -> str:
        """Asks the disk how much room is left, which is cheap, and counts only where much has gone."""
        limits = self._limits
        gone = self._free - _free(limits.folder)
        if not limits.folder or gone < limits.written:
            return ""
        if gone > limits.written * _MUCH:
            # A file that is deleted and still open is nowhere to be found.
            return f"meanwhile more than {limits.written * _MUCH >> 20} MB of the disk were used up"
        if used(limits.folder) - self._before < limits.written:
            # It was somebody else.
            self._free = _free(limits.folder)
            return ""
        return f"it wrote more than {limits.written >> 20} MB"


def below_us(seen: dict[int, Seen]) -> set[Seen]:
    """Those of the processes that descend from this one."""
    children: dict[int, list[Seen]] = {}
    for it in seen.values():
        children.setdefault(it.parent, []).append(it)
    found: set[Seen] = set()
    waiting = [os.getpid()]
    while waiting:
        for it in children.get(waiting.pop(), ()):
            if it not in found:
                found.add(it)
                waiting.append(it.pid)
    return found


def kill_descendants() -> None:
    """Kills all that descends from this process."""
    descendants.kill_all(below_us)


def used(folder: str) -> int:
    """Bytes on the disk of all files below a folder; of very many, the first ones."""
    total = 0
    for number, path in enumerate(walk(folder, lambda *_: True)) if folder else ():
        with suppress(OSError):
            total += os.lstat(os.path.join(folder, path)).st_blocks * _BLOCK
        if number > _MOST_FILES:
            break
    return total


def _free(folder: str) -> int:
    if not folder:
        return 0
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def _resident(process: int) -> int:
    """Bytes of memory that a process has for itself; 0 if that cannot be read."""
    try:
        descriptor = os.open(f"/proc/{process}/status", os.O_RDONLY)
    except OSError:
        return 0
    try:
        text = os.read(descriptor, 8192)
    except OSError:
        return 0
    finally:
        os.close(descriptor)
    for line in text.splitlines():
        if line.startswith((b"RssAnon:", b"RssShmem:")):
            return int(line.split()[1]) << 10
    return 0
