"""Sends whole messages for pygls: a `Writer` that never makes the server wait, and holds back only so much.

pygls writes and flushes in the thread that serves, so a client that does not read stops the server, with its hooks,
time-outs and signals.  Here what fits goes out at once, and the rest from a thread.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable

from hookwright.transport.frames import frame

# A client that lets so much pile up is not going to read it.  One message more may be of any size.
MOST_BACKLOG_BYTES = 64 * 1024 * 1024


class FrameWriter:
    """Writes message bodies as frames, in order, from any thread.

    A reader that went away is no error: `broken` becomes true, `on_broken` is called once, later messages are dropped.
    """

    def __init__(
        self,
        fd: int,
        on_broken: Callable[[], None] = lambda: None,
        most_backlog_bytes: int = MOST_BACKLOG_BYTES,
        framed: Callable[[bytes], bytes] = frame,
    ) -> None:
        self._fd = fd
        self._framed = framed
        self._most_backlog_bytes = most_backlog_bytes
        self._poll = _writable(fd)
        self._changed = threading.Condition()
        self._backlog = bytearray()
        self._helper: threading.Thread | None = None
        self.broken = False
        self._on_broken = on_broken

    def write(self, data: bytes) -> None:
        """Sends one message."""
        framed = self._framed(data)
        with self._changed:
            if self.broken:
                return
            rest = framed if self._backlog else self._write_what_fits(framed)
            if rest and not self.broken:
                self._hold_back(rest)

    @property
    def waiting_bytes(self) -> int:
        """How much the reader has not taken yet."""
        return len(self._backlog)

    def flush(self, seconds: float) -> None:
        """Waits until everything is out, the reader is gone or the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self.broken or not self._backlog, seconds)

    def close(self) -> None:
        """Drops what has not gone out, and takes nothing more; the descriptor belongs to whoever opened it."""
        with self._changed:
            self.broken = True
            self._changed.notify_all()

    def join(self, seconds: float) -> None:
        """Waits, so long at most, until nothing writes to the descriptor any more; `close` comes first."""
        if self._helper is not None:
            self._helper.join(seconds)

    def _hold_back(self, rest: bytes) -> None:
        if len(self._backlog) > self._most_backlog_bytes:
            self._give_up()
            self._backlog.clear()
        else:
            self._backlog += rest
        self._changed.notify_all()
        self._start_helper()

    def _write_what_fits(self, frame: bytes) -> bytes:
        start = 0
        # A pipe that polls as writable takes this many bytes without blocking.
        while start < len(frame) and self._poll is not None and self._poll.poll(0):
            written = self._write_some(frame[start : start + select.PIPE_BUF])
            if not written:
                return b""
            start += written
        return frame[start:]

    def _write_some(self, piece: bytes) -> int:
        try:
            return os.write(self._fd, piece)
        except OSError:
            self._give_up()
            return 0

    def _give_up(self) -> None:
        if not self.broken:
            self.broken = True
            self._on_broken()

    def _start_helper(self) -> None:
        if self._helper is None:
            self._helper = threading.Thread(target=self._write_backlog, name="writer", daemon=True)
            self._helper.start()

    def _write_backlog(self) -> None:
        while not self.broken:
            with self._changed:
                self._changed.wait_for(lambda: self._backlog or self.broken)
                piece = bytes(self._backlog[:65536])
            # The backlog stays filled meanwhile, so no other thread writes past it.
            written = self._write_some(piece)
            with self._changed:
                del self._backlog[:written]
                self._changed.notify_all()


def _writable(fd: int) -> select.poll | None:
    """Tells whether something can be written without blocking; None if the system cannot tell."""
    if not hasattr(select, "poll"):
        return None
    poll = select.poll()
    poll.register(fd, select.POLLOUT)
    return poll
