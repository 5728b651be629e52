"""Answers how much a started command has read and written, by tending its pipes on the event loop."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from hookwright.engine.process.epoll import Watcher

_CHUNK = 1 << 16
# Blanks, and the mark that some programs put before UTF-8; a stream that has more of them begins with nothing.
_BEFORE_OBJECT = b" \t\r\n\xef\xbb\xbf"
_LONGEST_START = 4096


def open_pipes() -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Opens stdin, stdout and stderr, and gives the child's ends and ours; ours do not block."""
    ends: list[int] = []
    try:
        for ours in (1, 2, 4):
            ends += os.pipe()
            os.set_blocking(ends[ours], False)
    except OSError:
        close_all(ends)
        raise
    return (ends[0], ends[3], ends[5]), (ends[1], ends[2], ends[4])


def close_all(descriptors: Iterable[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def fill(descriptor: int, payload: bytes) -> memoryview:
    """Writes what an empty pipe takes, and gives the rest."""
    return memoryview(payload)[os.write(descriptor, payload) :]


class Feed:
    """Writes the rest of a payload to a pipe as its reader makes room; a reader that is gone is no fault."""

    __slots__ = ("_descriptor", "_rest", "_watcher")

    def __init__(self, watcher: Watcher, descriptor: int, rest: memoryview) -> None:
        self._watcher = watcher
        self._descriptor = descriptor
        self._rest = rest

    def begin(self) -> None:
        if self._rest:
            self._watcher.add_writer(self._descriptor, self._write)
        else:
            self.close()

    def _write(self) -> None:
        try:
            self._rest = self._rest[os.write(self._descriptor, self._rest) :]
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.close()
            return
        if not self._rest:
            self.close()

    def close(self) -> None:
        if self._descriptor >= 0:
            self._watcher.remove_writer(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1


class Drain:
    """Reads a pipe to its end: keeps the first bytes, counts all of them, and passes all of them on."""

    __slots__ = ("_descriptor", "_kept_bytes", "_object_bytes", "_on_chunk", "_on_end", "_watcher", "kept", "total")

    def __init__(
        self,
        watcher: Watcher,
        descriptor: int,
        kept_bytes: int,
        on_chunk: Callable[[bytes], object] | None,
        on_end: Callable[[], None],
        object_bytes: int = 0,
    ) -> None:
        self._watcher = watcher
        self._descriptor = descriptor
        self._kept_bytes = kept_bytes
        self._object_bytes = object_bytes
        self._on_chunk = on_chunk
        self._on_end = on_end
        self.kept = bytearray()
        self.total = 0

    def begin(self) -> None:
        self._watcher.add_reader(self._descriptor, self.read)

    @property
    def ended(self) -> bool:
        return self._descriptor < 0

    def read(self) -> None:
        """Takes a piece of what is there; after the end there is nothing."""
        if self._descriptor < 0:
            return
        try:
            chunk = os.read(self._descriptor, _CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            chunk = b""
        if not chunk:
            self.close()
            self._on_end()
            return
        self.total += len(chunk)
        if self._object_bytes and (begun := (self.kept + chunk[:_LONGEST_START]).lstrip(_BEFORE_OBJECT)):
            self._kept_bytes = max(self._kept_bytes, self._object_bytes if begun.startswith(b"{") else 0)
            self._object_bytes = 0
        self.kept += chunk[: max(self._kept_bytes - len(self.kept), 0)]
        if self._on_chunk is not None:
            self._on_chunk(chunk)

    def close(self) -> None:
        if self._descriptor >= 0:
            self._watcher.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1
