"""Frames out: whole, in order, from any thread, and without making the caller wait for a slow reader."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable

from hookwright.lsp.wire import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.shapes import Message


class Outbox:
    """Writes what fits at once; the rest goes out from a thread of its own, so time-outs and signals keep working.

    A reader that went away is no error: `broken` becomes true, `on_broken` is called once, later frames are dropped.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._poll = select.poll()
        self._poll.register(fd, select.POLLOUT)
        self._changed = threading.Condition()
        self._backlog = bytearray()
        self._helper: threading.Thread | None = None
        self.broken = False
        self.on_broken: Callable[[], None] = _nothing

    def send(self, message: Message) -> None:
        """A message of plain values."""
        self.write(encode(message))

    def write(self, frame: bytes) -> None:
        """One whole frame."""
        with self._changed:
            if self.broken:
                return
            rest = frame if self._backlog else self._write_what_fits(frame)
            if rest and not self.broken:
                self._backlog += rest
                self._changed.notify_all()
                self._start_helper()

    def flush(self, seconds: float) -> None:
        """Waits until everything is out, the reader is gone or the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self.broken or not self._backlog, seconds)

    def close(self) -> None:
        """Part of what pygls expects of a writer; the descriptor belongs to whoever opened it."""

    def _write_what_fits(self, frame: bytes) -> bytes:
        start = 0
        # A pipe that polls as writable takes this many bytes without blocking.
        while start < len(frame) and self._poll.poll(0):
            written = self._write_some(frame[start : start + select.PIPE_BUF])
            if not written:
                return b""
            start += written
        return frame[start:]

    def _write_some(self, piece: bytes) -> int:
        try:
            return os.write(self._fd, piece)
        except OSError:
            self.broken = True
            self.on_broken()
            return 0

    def _start_helper(self) -> None:
        if self._helper is None:
            self._helper = threading.Thread(target=self._write_backlog, name="lsp-writer", daemon=True)
            self._helper.start()

    def _write_backlog(self) -> None:
        while not self.broken:
            with self._changed:
                self._changed.wait_for(lambda: self._backlog)
                piece = bytes(self._backlog[:65536])
            # The backlog stays filled meanwhile, so no other thread writes past it.
            written = self._write_some(piece)
            with self._changed:
                del self._backlog[:written]
                self._changed.notify_all()


def _nothing() -> None:
    return None
