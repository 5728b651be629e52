"""Frames in: one thread reads and parses, whoever serves takes whole messages in order."""

from __future__ import annotations

import select
import threading
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue

from hookwright.lsp.wire import EndOfInput, FrameParser, Malformed, read_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.shapes import Item, Message


class Inbox:
    """What has arrived and was not taken yet; `first` are messages that were read before the thread began."""

    def __init__(self, fd: int, parser: FrameParser, first: Iterable[Message | Malformed] = ()) -> None:
        self._fd = fd
        self._parser = parser
        self._poll = select.poll()
        self._poll.register(fd, select.POLLIN)
        self._ended = False
        self._items: SimpleQueue[Item] = SimpleQueue()
        self.on_arrival: Callable[[], None] = _nothing
        for item in first:
            self._items.put(item)

    def start(self) -> None:
        threading.Thread(target=self._read_on, name="lsp-reader", daemon=True).start()

    def take(self, seconds: float | None = 0.0) -> Item | None:
        """The next item; None where none came in that time. `seconds=None` waits for ever."""
        try:
            return self._items.get(seconds != 0.0, seconds)
        except Empty:
            return None

    def empty(self) -> bool:
        """True where nothing was received and nothing waits to be read."""
        return self._items.empty() and (self._ended or not self._poll.poll(0))

    def _read_on(self) -> None:
        while data := read_some(self._fd):
            for item in self._parser.feed(data):
                self._items.put(item)
            # Also where no message was complete: whoever waits for input to rest asks again.
            self.on_arrival()
        self._items.put(EndOfInput())
        self._ended = True
        self.on_arrival()


def _nothing() -> None:
    return None
