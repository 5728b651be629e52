"""Frames in: read when somebody asks for them, and taken as whole messages in order."""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Iterable

from hookwright.lsp.wire import EndOfInput, FrameParser, Malformed, read_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.shapes import Item, Message


class Inbox:
    """What has arrived and was not taken yet; `first` are messages that were read before.

    `fd` is where it is read from: in the thread that serves, so that no message has to wait for two to wake up.
    """

    def __init__(self, fd: int, parser: FrameParser, first: Iterable[Message | Malformed] = ()) -> None:
        self.fd = fd
        self._parser = parser
        self._poll = select.poll()
        self._poll.register(fd, select.POLLIN)
        self._ended = False
        self._items: deque[Item] = deque(first)

    def take(self, seconds: float | None = 0.0) -> Item | None:
        """The next item; None where none came in that time. `seconds=None` waits for ever."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not self._items and not self._ended and self._arrives(deadline):
            self._read()
        return self._items.popleft() if self._items else None

    def empty(self) -> bool:
        """True where nothing was received and nothing waits to be read."""
        return not self._items and (self._ended or not self._poll.poll(0))

    def _arrives(self, deadline: float | None) -> bool:
        """Whether there is something to read before that time."""
        milliseconds = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
        return bool(self._poll.poll(milliseconds))

    def _read(self) -> None:
        data = read_some(self.fd)
        if data:
            self._items.extend(self._parser.feed(data))
        else:
            self._items.append(EndOfInput())
            self._ended = True
