"""Reads whole messages in a thread, from frames or from lines.

pygls' own reader hands every header line and every body to a pool of threads: 0.15 to 0.25 ms a message in a burst of
3,000, against 0.01 ms here.  It understands one spelling of the header only, and stops at the first frame that lies
about its length.  This one reads what is there, and finds the frames; what is not a frame goes to `malformed`, and
reading goes on with the next one.
"""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

from hookwright.errors import BeyondLimits
from hookwright.limits import MOST_BYTES

PARSE_ERROR = -32700
KEPT_OF_SKIPPED = 64 * 1024
"""Bytes of a message that is too large in which its id is looked for."""

_READ_BYTES = 65536
_MAX_HEADER_BYTES = 8192
_HEADER_NAME = b"content-length:"
_HTTP_REQUEST = re.compile(rb"[A-Z]{3,10} [^\r\n]* HTTP/\d")
# With more than this unserved, no more is read.
_MOST_UNSERVED_BYTES = 8 * 1024 * 1024

Malformed = Callable[[int, str, bytes], None]
"""Called with a JSON-RPC error code, a reason, and the beginning of what cannot be served."""


def frame(body: bytes) -> bytes:
    """A message as it is sent: its header, then itself."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Parser(Protocol):
    """Turns bytes, cut anywhere, into the bodies of messages; `is_over`: nothing that comes is a message any more."""

    @property
    def is_over(self) -> bool: ...

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are complete by now."""


class FrameParser:
    """Turns bytes, cut anywhere, into the bodies of messages; what is broken goes to `malformed`.

    `is_http`: a browser or the like talks to us, and nothing that it sends from then on is a message.
    """

    def __init__(self, malformed: Malformed, max_body_bytes: int = MOST_BYTES) -> None:
        self._malformed = malformed
        self._max_body_bytes = max_body_bytes
        self._buffer = bytearray()
        self._body_bytes: int | None = None
        self._to_skip = 0
        self._skipped: bytes | None = None
        self.is_http = False

    @property
    def is_over(self) -> bool:
        return self.is_http

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are complete by now."""
        self._buffer += b"" if self.is_http else data
        found: list[bytes] = []
        while not self.is_http and (body := self._next()) is not None:
            if body:
                found.append(body)
        return found

    def _next(self) -> bytes | None:
        """The next body, empty in place of what was broken; None if more is to come first."""
        if self._to_skip:
            self._skip()
        if self._body_bytes is None and (fault := self._read_header()):
            self._malformed(PARSE_ERROR, fault, b"")
            return b""
        if self._to_skip and self._buffer:
            return b""
        if self._body_bytes is None or len(self._buffer) < self._body_bytes:
            return None
        body, self._body_bytes = self._cut(self._body_bytes), None
        if not body:
            self._malformed(PARSE_ERROR, "The message is empty", b"")
        return body

    def _skip(self) -> None:
        """Drops what is there of a message that is too large, and says so once its beginning has come."""
        piece = self._cut(min(self._to_skip, len(self._buffer)))
        self._to_skip -= len(piece)
        if self._skipped is None:
            return
        self._skipped += piece[: KEPT_OF_SKIPPED - len(self._skipped)]
        if not self._to_skip or len(self._skipped) == KEPT_OF_SKIPPED:
            kept, self._skipped = self._skipped, None
            self._malformed(BeyondLimits.lsp_code, f"The message is larger than {self._max_body_bytes} bytes", kept)

    def _read_header(self) -> str | None:
        """What is wrong with it; None if nothing is, or it has not ended yet."""
        if _HTTP_REQUEST.match(self._buffer):
            self.is_http = True
            return "This is an HTTP request"
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) <= _MAX_HEADER_BYTES:
                return None
            # The end may hold the beginning of a good header.
            self._cut(len(self._buffer) - 64)
            return "The header never ends"
        body_bytes = _declared_length(self._cut(end + 4))
        if body_bytes is None:
            return "The header has no valid Content-Length"
        if body_bytes > self._max_body_bytes:
            self._to_skip, self._skipped = body_bytes, b""
            return None
        self._body_bytes = body_bytes
        return None

    def _cut(self, length: int) -> bytes:
        piece = bytes(self._buffer[:length])
        del self._buffer[:length]
        return piece


class FrameReader:
    """What a server reads from; lives in a running loop.

    `rested` is called whenever everything that has come is served and nothing else waits.  `received_bytes` is the
    length of the message that was served last.  `first` is what has been read already.  `over` is called at the end of
    the input, in the thread that reads, also if the loop is busy.
    """

    def __init__(
        self,
        fd: int,
        parser: Parser,
        rested: Callable[[], None],
        first: bytes = b"",
        over: Callable[[], None] | None = None,
    ) -> None:
        self._fd = fd
        self._rested = rested
        self._over = over
        self._loop = asyncio.get_running_loop()
        self._parser = parser
        self._bodies: deque[bytes] = deque()
        self._unserved_bytes = 0
        self.received_bytes = 0
        self._ended = False
        self._arrived = asyncio.Event()
        self._has_room = threading.Event()
        self._has_room.set()
        if first:
            self._take(first)
        self._closed = False
        self._thread = threading.Thread(target=self._read, name="reader", daemon=True)
        self._thread.start()

    @property
    def is_empty(self) -> bool:
        """Whether no message waits."""
        return not self._bodies

    async def next(self) -> bytes | None:
        """The body of the next message; None at the end of the input."""
        # The handler of the message before takes its first step before the next message is served: what it looks at
        # is what was there when it came.
        await asyncio.sleep(0)
        while not self._bodies:
            if self._ended:
                return None
            self._arrived.clear()
            self._rested()
            await self._arrived.wait()
        body = self._bodies.popleft()
        self._unserved_bytes -= len(body)
        if not self._has_room.is_set() and self._unserved_bytes < _MOST_UNSERVED_BYTES:
            self._has_room.set()
        self.received_bytes = len(body)
        return body

    def join(self, seconds: float) -> None:
        """Waits, so long at most, until nothing reads the descriptor any more, as its other end is gone."""
        self._closed = True
        self._has_room.set()
        self._thread.join(seconds)

    def _read(self) -> None:
        """Reads until the end; the one thing that happens in the thread."""
        data = b"?"
        while data and not self._closed:
            self._has_room.wait()
            try:
                data = os.read(self._fd, _READ_BYTES)
            except OSError:
                data = b""
            if not data and self._over is not None:
                self._over()
            try:
                self._loop.call_soon_threadsafe(self._take, data)
            except RuntimeError:
                # The loop is closed: the session is over.
                return

    def _take(self, data: bytes) -> None:
        bodies = self._parser.feed(data)
        self._ended |= not data or self._parser.is_over
        self._bodies.extend(bodies)
        self._unserved_bytes += sum(map(len, bodies))
        if self._unserved_bytes >= _MOST_UNSERVED_BYTES:
            self._has_room.clear()
        if bodies or self._ended:
            self._arrived.set()


def _declared_length(header: bytes) -> int | None:
    # The last one counts: what stands before it is the rest of a frame that lied about its length.
    _, found, rest = header.lower().rpartition(_HEADER_NAME)
    digits = rest.partition(b"\n")[0].strip()
    return int(digits) if found and digits.isdigit() and len(digits) < 19 else None
