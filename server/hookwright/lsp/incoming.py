"""What the client sends: which handler gets what, and that every request is answered exactly once."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.errors import HookwrightError
from hookwright.lsp import calls
from hookwright.lsp.failures import failure_message, log_fault
from hookwright.lsp.outgoing import OutgoingProtocol
from hookwright.lsp.params import structured_params
from hookwright.lsp.shapes import Message, MessageId, Payload
from hookwright.lsp.wire import INVALID_REQUEST, REQUEST_CANCELLED, request_id

logger = logging.getLogger(__name__)


class IncomingProtocol(OutgoingProtocol):
    """pygls' protocol with answers that hold: one per request, after its handler has cleaned up, with a clear error.

    A handler is called as `handler(ls, params)`. The params of `initialize`, of `plain_methods`, of `hookwright/*` and
    of every method the protocol does not know are plain JSON values ({} where there are none), all others lsprotocol
    types; results may be either. For `plain_methods` the registered handler takes the place of what pygls would do by
    itself.

    `initialize_params` are the client's, as they came.
    """

    plain_methods: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.initialize_params: Message = {}
        self._open: dict[MessageId, asyncio.Future[Any]] = {}
        self._unasked: set[asyncio.Future[Any]] = set()
        self._shown: set[str] = set()

    def running(self) -> Iterable[asyncio.Future[Any]]:
        """The handlers that are not done, cleaning up included."""
        return [*self._open.values(), *self._unasked]

    def receive(self, message: Message) -> None:
        """Serves one message; never raises."""
        # Each handler has its own context, so that `msg_id` is its own.
        contextvars.copy_context().run(self._receive, message)

    def _receive(self, message: Message) -> None:
        asked_by, method = request_id(message), message.get("method")
        if isinstance(method, str):
            if "id" not in message:
                self._receive_notification(method, message.get("params"))
                return
            if asked_by is not None:
                self._receive_request(asked_by, method, message.get("params"))
                return
        elif asked_by is not None and ("result" in message or "error" in message):
            self.receive_response(message)
            return
        self.send_error(asked_by, INVALID_REQUEST, "The message is no request, notification or response")

    def _receive_request(self, asked_by: str | int, method: str, params: Payload) -> None:
        if fault := self._out_of_turn(asked_by, method):
            self.send_error(asked_by, INVALID_REQUEST, fault)
            return
        self._ctx_msg_id.set(asked_by)
        try:
            outcome = self._start(method, params)
            if not isinstance(outcome, asyncio.Future):
                self.send_result(asked_by, outcome)
                return
        except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
            self._send_data(failure_message(asked_by, error, method))
            return
        self._open[asked_by] = outcome
        outcome.add_done_callback(partial(self._answer, asked_by, method))

    def _out_of_turn(self, asked_by: str | int, method: str) -> str | None:
        if self._shutdown:
            return "The server is shutting down"
        if method == types.INITIALIZE and self.initialize_params:
            return "`initialize` was already answered"
        if asked_by in self._open:
            return f"The id {asked_by!r} belongs to a request that is still open"
        return None

    def _answer(self, asked_by: str | int, method: str, outcome: asyncio.Future[Any]) -> None:
        del self._open[asked_by]
        if outcome.cancelled():
            self.send_error(asked_by, REQUEST_CANCELLED, f"`{method}` was cancelled")
            return
        try:
            self.send_result(asked_by, outcome.result())
        except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
            self._send_data(failure_message(asked_by, error, method))

    def _receive_notification(self, method: str, params: Payload) -> None:
        if method == types.CANCEL_REQUEST:
            outcome = self._open.get(params.get("id")) if isinstance(params, dict) else None
            if outcome is not None:
                calls.cancel(outcome)
            return
        if self._handler_of(method) is None or (self._shutdown and method != types.EXIT):
            logger.debug("Ignored the notification %s", method)
            return
        try:
            outcome = self._start(method, params)
        except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
            self._tell_failure(method, error)
            return
        if isinstance(outcome, asyncio.Future):
            self._unasked.add(outcome)
            outcome.add_done_callback(partial(self._settle, method))

    def _settle(self, method: str, outcome: asyncio.Future[Any]) -> None:
        self._unasked.discard(outcome)
        if not outcome.cancelled() and (error := outcome.exception()) is not None:
            self._tell_failure(method, error)

    def _tell_failure(self, method: str, error: BaseException) -> None:
        """Nobody waits for an answer: what the user can put right is shown once, the rest is for the log."""
        if not isinstance(error, HookwrightError):
            log_fault(error, method)
        elif str(error) not in self._shown:
            self._shown.add(str(error))
            self.notify(types.WINDOW_SHOW_MESSAGE, {"type": types.MessageType.Error, "message": str(error)})

    def _handler_of(self, method: str) -> calls.Handler | None:
        own: calls.Handler | None = self.fm.features.get(method)
        return own if method in self.plain_methods else self.fm.builtin_features.get(method, own)

    def _start(self, method: str, params: Payload) -> Payload:
        handler = self._handler_of(method) or self._get_handler(method)
        return calls.start(handler, (self._params(method, params),), None, lambda: self._server.thread_pool)

    def _params(self, method: str, params: Payload) -> Payload:
        if method == types.INITIALIZE:
            self.initialize_params = params if isinstance(params, dict) else {}
            return self.initialize_params
        if method in self.plain_methods:
            return {} if params is None else params
        return structured_params(self._converter, method, params)
