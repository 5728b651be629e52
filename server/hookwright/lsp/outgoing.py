"""What the server sends: answers, notifications and its own requests, as plain values or as protocol types."""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any

import attrs
from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from hookwright.lsp.shapes import Message, MessageId, Payload
from hookwright.lsp.wire import encode, error_message, notification_message, result_message

logger = logging.getLogger(__name__)


class OutgoingProtocol(LanguageServerProtocol):
    """pygls' protocol, writing through one `write` per frame and taking dictionaries where it wants its own types."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._ids = count(1)

    def notify(self, method: str, params: Payload | None = None) -> None:
        """Sends a notification; `params` may be plain or a protocol type."""
        self._send_data(notification_message(method, params))

    def send_request(
        self,
        method: str,
        params: Payload | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: str | int | None = None,
    ) -> Future[Any]:
        """Sends a request; cancelling the future tells the client.

        The future gets the protocol's type for methods it knows, plain values for others, or a JsonRpcException.
        """
        asked_by = f"hookwright-{next(self._ids)}" if msg_id is None else msg_id
        future: Future[Any] = Future()
        if callback is not None:
            future.add_done_callback(lambda it: _call_with_result(it, callback))
        future.add_done_callback(lambda it: self._withdraw(asked_by) if it.cancelled() else None)
        self._request_futures[asked_by] = future
        self._result_types[asked_by] = self.get_result_type(method)
        self._send_data({**notification_message(method, params), "id": asked_by})
        return future

    def receive_response(self, message: Message) -> None:
        """Settles the future of the request this answers; an answer nobody waits for is ignored."""
        asked_by = message["id"]
        future = self._request_futures.pop(asked_by, None)
        result_type = self._result_types.pop(asked_by, None)
        if future is None:
            logger.info("An answer to no open request: %r", asked_by)
            return
        try:
            future.set_result(self._result_of(message, result_type))
        except Exception as error:  # noqa: BLE001  whoever waits for the answer is told
            future.set_exception(error)

    def _result_of(self, message: Message, result_type: type[Any] | None) -> Payload:
        error = message.get("error")
        if isinstance(error, dict):
            raise JsonRpcException(str(error.get("message")), error.get("code"), error.get("data"))
        if result_type is None:
            return message.get("result")
        return self._converter.structure({"jsonrpc": "2.0", "result": None, **message}, result_type).result

    def _withdraw(self, asked_by: str | int) -> None:
        if self._request_futures.pop(asked_by, None) is not None:
            self._result_types.pop(asked_by, None)
            self.notify(types.CANCEL_REQUEST, {"id": asked_by})

    def send_result(self, request_id: MessageId, result: Payload) -> None:
        """Raises TypeError and ValueError where the result has no JSON; then nothing was sent."""
        self._send_data(result_message(request_id, result))

    def send_error(self, request_id: MessageId, code: int, text: str) -> None:
        self._send_data(error_message(request_id, code, text))

    def _send_data(self, data: Message) -> None:
        if self.writer is not None:
            self.writer.write(encode(data, self._plain))

    def _plain(self, value: Payload) -> Payload:
        if attrs.has(type(value)):
            return self._converter.unstructure(value)
        if isinstance(value, enum.Enum):
            return value.value
        raise TypeError(f"{type(value).__name__} has no JSON")


def _call_with_result(future: Future[Any], callback: Callable[[Any], None]) -> None:
    if not future.cancelled() and future.exception() is None:
        callback(future.result())
