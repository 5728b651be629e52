"""What the server does between the answered `initialize` and the moment pygls is there to take over."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from importlib import import_module

from hookwright.lsp.greet import Greeting
from hookwright.lsp.inbox import Inbox
from hookwright.lsp.outbox import Outbox
from hookwright.lsp.wire import (
    INVALID_REQUEST,
    REQUEST_CANCELLED,
    EndOfInput,
    Malformed,
    error_message,
    notification_message,
    request_id,
    result_message,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.shapes import EarlyDiagnostics, Item, Message

# In the order pygls needs them; between two of them the server looks after its input.
_HEAVY_MODULES = ("asyncio", "attrs", "cattrs", "lsprotocol.types", "lsprotocol.converters", "pygls.lsp.server")
# Editors open their first document at once; this long the imports wait for it.
_FIRST_DOCUMENT_SECONDS = 0.05

logger = logging.getLogger(__name__)


class EarlySession:
    """Keeps every message in order for pygls, and answers only what can be answered without it.

    `queued` is what pygls has to see, `published` the diagnostics sent meanwhile by URI. `exit_code` is set where the
    session ended before pygls was needed.
    """

    def __init__(self, greeting: Greeting, inbox: Inbox, outbox: Outbox) -> None:
        self._params: Message = greeting.initialize["params"]
        self._inbox = inbox
        self._outbox = outbox
        self._diagnose: EarlyDiagnostics | None = None
        self._opened: dict[str, Message] = {}
        self._leaving = False
        self._shut_down = False
        self.queued: list[Item] = []
        self.published: dict[str, Message] = {}
        self.exit_code: int | None = None

    def bridge(self, load_early: Callable[[], EarlyDiagnostics] | None) -> None:
        """Serves until pygls is imported, or the session is over."""
        if load_early is not None:
            deadline = time.monotonic() + _FIRST_DOCUMENT_SECONDS
            self._load(load_early)
            self._wait_for_document(deadline)
        for module in _HEAVY_MODULES:
            self._serve_what_came()
            if self.exit_code is not None:
                return
            import_module(module)
        self._serve_what_came()

    def _load(self, load_early: Callable[[], EarlyDiagnostics]) -> None:
        try:
            self._diagnose = load_early()
        except Exception:
            logger.exception("No early diagnostics")

    def _wait_for_document(self, deadline: float) -> None:
        while not (self._opened or self._leaving or self._shut_down or self.exit_code is not None):
            item = self._inbox.take(max(0.0, deadline - time.monotonic()))
            if item is None:
                return
            self._receive(item)

    def _serve_what_came(self) -> None:
        # After an answered shutdown only `exit` is left to come, so it is waited for.
        while self.exit_code is None and (item := self._inbox.take(None if self._shut_down else 0.0)) is not None:
            self._receive(item)
        if self._outbox.broken and self.exit_code is None:
            self.exit_code = 1
        self._publish()

    def _receive(self, item: Item) -> None:
        if self._leaving:
            self.queued.append(item)
        elif isinstance(item, EndOfInput):
            self._leave(item)
        elif isinstance(item, Malformed):
            self._outbox.send(error_message(None, item.code, item.reason))
        elif "method" in item and "id" in item:
            self._receive_request(item)
        elif "method" in item:
            self._receive_notification(item)

    def _receive_request(self, message: Message) -> None:
        asked_by = request_id(message)
        if self._shut_down:
            self._outbox.send(error_message(asked_by, INVALID_REQUEST, "The server is shutting down"))
        elif message["method"] == "initialize":
            self._outbox.send(error_message(asked_by, INVALID_REQUEST, "`initialize` was already answered"))
        elif message["method"] != "shutdown":
            self.queued.append(message)
        elif not self._leave(message):
            self._shut_down = True
            self._opened.clear()
            self._outbox.send(result_message(asked_by, None))

    def _receive_notification(self, message: Message) -> None:
        method, params = message["method"], message.get("params")
        if method == "exit":
            self._leave(message)
        elif method == "$/cancelRequest":
            self._cancel(params.get("id") if isinstance(params, dict) else None)
        else:
            self.queued.append(message)
            self._note_document(method, params)

    def _leave(self, item: Message | EndOfInput) -> bool:
        """True where requests are still open: then pygls has to see the end in its place, like everything after it."""
        self._leaving = any(isinstance(it, dict) and "id" in it for it in self.queued)
        if self._leaving:
            self.queued.append(item)
        elif isinstance(item, EndOfInput) or item["method"] == "exit":
            self.exit_code = 0 if self._shut_down else 1
        return self._leaving

    def _cancel(self, asked_by: object) -> None:
        for message in self.queued:
            if isinstance(message, dict) and "id" in message and message["id"] == asked_by:
                self.queued.remove(message)
                self._outbox.send(error_message(request_id(message), REQUEST_CANCELLED, "The request was cancelled"))
                return

    def _note_document(self, method: str, params: object) -> None:
        document = params.get("textDocument") if isinstance(params, dict) else None
        uri = document.get("uri") if isinstance(document, dict) else None
        if not isinstance(uri, str) or not isinstance(params, dict):
            return
        if method == "textDocument/didOpen":
            self._opened[uri] = params
        elif method in {"textDocument/didChange", "textDocument/didClose"}:
            # What was opened is no longer what the editor shows.
            self._opened.pop(uri, None)

    def _publish(self) -> None:
        while self._opened and self._diagnose is not None:
            uri, opened = self._opened.popitem()
            try:
                found = self._diagnose(self._params, opened)
            except Exception:
                logger.exception("No early diagnostics for %s", uri)
                continue
            if found is not None:
                self.published[uri] = found
                self._outbox.send(notification_message("textDocument/publishDiagnostics", found))
