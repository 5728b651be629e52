"""Tells the client to ask again for what it has asked before."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import Any

    from pygls.protocol import LanguageServerProtocol


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
