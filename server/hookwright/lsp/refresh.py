"""Has the client ask again for what has changed since it asked: by requests of the protocol, and `hooksChanged`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import Any

    from pygls.protocol import LanguageServerProtocol

    from hookwright.lsp.documents import Document

    CallLater = Callable[[float, Callable[[], None]], Any]

# So long nothing more has to change, and so long it is put off at most while somebody types.
_REST_SECONDS = 0.2
_LONGEST_SECONDS = 1.0


class Refreshing:
    """One kind of such a request; while one is open no other is sent, but one more when it is answered."""

    def __init__(self, protocol: LanguageServerProtocol, method: str) -> None:
        self._protocol = protocol
        self._method = method
        self._open: Future[Any] | None = None
        self._again = False

    def ask(self) -> None:
        """Has the client ask again; only in the thread that serves."""
        if self._open is not None:
            self._again = True
            return
        self._open = self._protocol.send_request(self._method)
        self._open.add_done_callback(self._answered)

    def _answered(self, _: Future[Any]) -> None:
        self._open = None
        if self._again:
            self._again = False
            self.ask()


class HooksChangedNotifier:
    """The news of one session.  Noting that something has changed costs next to nothing, and never looks at a disk."""

    def __init__(
        self,
        tell: Callable[[], None],
        call_later: CallLater,
        call_soon: Callable[[Callable[[], None]], None],
        now: Callable[[], float],
    ) -> None:
        self._tell = tell
        self._call_later = call_later
        self._call_soon = call_soon
        self._now = now
        self._documents: dict[str, Document] = {}
        self._certain = False
        self._latest = 0.0
        self._asleep = False
        self._rested = 0.0
        self._answering = 0
        self._rest_seconds = _REST_SECONDS

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """No news while an answer is made, and none for a while after one that took long, so that none pile up."""
        begin = self._now()
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1
            self._rest_seconds = min(max(_REST_SECONDS, 2 * (self._now() - begin)), _LONGEST_SECONDS)

    def typed(self, document: Document) -> None:
        """Somebody types in a document, which may be a hook file; only in the thread that serves."""
        self._documents[document.uri] = document
        self._wait()

    def changed(self) -> None:
        """Something that the tree shows has changed; only in the thread that serves."""
        self._certain = True
        self._wait()

    def changed_elsewhere(self) -> None:
        """The same, from any thread."""
        self._call_soon(self.changed)

    def _wait(self) -> None:
        now = self._now()
        if not self._asleep:
            self._latest = now + _LONGEST_SECONDS
            self._sleep(self._rest_seconds)
        self._rested = min(now + self._rest_seconds, self._latest)

    def _sleep(self, seconds: float) -> None:
        self._asleep = True
        self._call_later(seconds, self._wake)

    def _wake(self) -> None:
        self._asleep = False
        left = _REST_SECONDS if self._answering else self._rested - self._now()
        if left > 0:
            self._sleep(left)
            return
        documents, self._documents = self._documents, {}
        certain, self._certain = self._certain, False
        if certain or any(it.file is not None for it in documents.values()):
            self._tell()
