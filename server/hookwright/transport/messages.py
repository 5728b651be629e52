"""Checks every JSON-RPC message before it is served, answers what cannot be served, and withdraws what is given up.

pygls answers nothing to what is no message, and to a request out of its turn; a request of ours that is given up is not
withdrawn by it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from typing import Any, ClassVar

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.protocol import JsonRPCProtocol, JsonRPCResponseMessage
from pygls.server import JsonRPCServer

from hookwright.errors import BeyondLimits
from hookwright.limits import MOST_MESSAGE_DEPTH
from hookwright.strict_json import NotJson, envelope_of, read_json
from hookwright.transport.failures import log_fault
from hookwright.transport.frames import PARSE_ERROR, FrameReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.embedding.client import Ask

logger = logging.getLogger(__name__)

Fault = tuple[int, str]

UNREADABLE = "unreadable answer"
"""The data of the error in place of an answer that has not the shape that the protocol gives it."""


class CheckedMessages(JsonRPCProtocol):
    """A protocol that begins with the request `opening` and takes no other after `closing`.

    `is_open` tells whether a request of that id is served.
    """

    opening: ClassVar[str]
    closing: ClassVar[str]

    def __init__(self, server: JsonRPCServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.converter = converter
        self.is_initialized = False
        self.is_shut_down = False
        self.is_open: Callable[[object], bool] = lambda _: False
        self._numbers = count(1)
        self._asked: set[Future[Any]] = set()

    def receive(self, body: bytes) -> None:
        """Serves the message, or answers why it cannot be read; never raises."""
        try:
            message = read_json(body, "The message", MOST_MESSAGE_DEPTH)
        except NotJson as wrong:
            self.unreadable(PARSE_ERROR, f"The message is not JSON: {wrong}", body)
        except BeyondLimits as wrong:
            self.unreadable(wrong.lsp_code, str(wrong), body)
        else:
            self.handle_message(message)

    def unreadable(self, code: int, text: str, body: bytes) -> None:
        """Answers what cannot be read with an error, under its id if that can be made out.

        Where it is itself an answer, what waits for it here gets the error.
        """
        logger.info("Skipped input: %s", text)
        found = envelope_of(body)
        if found.is_response and found.id is not None:
            self.handle_message({"id": found.id, "error": {"code": code, "message": text, "data": UNREADABLE}})
        data = BeyondLimits("", "").data if code == BeyondLimits.lsp_code else None
        self.refuse(None if found.is_response else found.id, code, text, data)

    def handle_message(self, message: Any) -> None:
        """Serves a message as it came; never raises."""
        request_id = id_of(message)
        try:
            fault = self._fault(message, request_id)
            if fault is not None:
                self.refuse(request_id, *fault)
            elif "method" not in message:
                self._receive_response(message)
            elif message["method"] == types.CANCEL_REQUEST and "id" not in message:
                self._cancel(message.get("params"))
            elif "id" in message or self.hears(message["method"]):
                self._serve(message)
        except Exception as error:  # noqa: BLE001  logged with an id; the session goes on
            log_fault(error, "receiving a message")

    def refuse(self, request_id: int | str | None, code: int, text: str, data: object = None) -> None:
        """Answers a request, or input that is no message (None), with an error."""
        error = {"code": code, "message": text, **({} if data is None else {"data": data})}
        if self.writer is not None:
            self.writer.write(json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode())

    def hears(self, method: str) -> bool:
        """Whether a notification is served now; nothing counts before the opening request."""
        return self.is_initialized and not self.is_shut_down

    def out_of_turn(self, method: str, request_id: int | str) -> Fault | None:
        """Why a request cannot be served now, None if it can."""
        invalid = types.ErrorCodes.InvalidRequest.value
        if not self.is_initialized and method != self.opening:
            return types.ErrorCodes.ServerNotInitialized.value, f"The first request must be `{self.opening}`"
        if self.is_shut_down:
            return invalid, "The server is shutting down"
        if self.is_initialized and method == self.opening:
            return invalid, f"`{self.opening}` was already answered"
        if self.is_open(request_id):
            return invalid, f"The id {request_id!r} belongs to a request that is still open"
        if method not in self.fm.features and method not in self.fm.builtin_features:
            return types.ErrorCodes.MethodNotFound.value, f"`{method}` is not served here"
        return None

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The request or notification with what clients leave out."""
        return {**message, "jsonrpc": "2.0"}

    def invalid_params(self, method: str, error: JsonRpcException) -> str:
        """What is wrong with params that became no object."""
        return f"Invalid params for `{method}`"

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: int | str | None = None,
    ) -> Future[Any]:
        """As pygls does it; cancelling the future tells the client."""
        number = f"hookwright-{next(self._numbers)}" if msg_id is None else msg_id
        future: Future[Any] = super().send_request(method, params, callback, number)
        self._asked.add(future)
        future.add_done_callback(self._asked.discard)
        future.add_done_callback(lambda it: self._withdraw(number) if it.cancelled() else None)
        return future

    def notify(self, method: str, params: Any | None = None) -> None:
        """As pygls does it; params that are JSON are sent as they are."""
        if isinstance(params, dict):
            self._send_data({"params": params, "method": method, "jsonrpc": "2.0"})
        else:
            super().notify(method, params)

    def withdraw_all(self) -> None:
        """Tells the client that nothing which it was asked needs an answer any more."""
        for it in tuple(self._asked):
            it.cancel()

    def _send_data(self, data: Any) -> None:
        """As pygls does it; what cannot be written is answered with an error, where pygls answers nothing."""
        message = data
        if isinstance(data, JsonRPCResponseMessage):
            # pygls goes through all of a result, though most of it is JSON.
            message = {"id": data.id, "jsonrpc": data.jsonrpc, "result": data.result}
        try:
            body = json.dumps(message, default=self._as_json, allow_nan=False)
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
            self._unsent(data, error)
        else:
            if self.writer is not None:
                self.writer.write(body.encode())

    def _as_json(self, data: Any) -> Any:
        made = self.converter.unstructure(data)
        return self._serialize_message(data) if made is data else made

    def _unsent(self, data: Any, error: Exception) -> None:
        number, log_id = getattr(data, "id", None), log_fault(error, "writing a message")
        text = f"The answer cannot be written as JSON; the server's log has it as {log_id}"
        if not hasattr(data, "method"):
            self.refuse(number, JsonRpcInternalError.CODE, text, {"logId": log_id})
        elif number is not None and (asked := self._request_futures.pop(number, None)) is not None:
            asked.set_exception(JsonRpcInternalError("The request cannot be written as JSON"))

    def _withdraw(self, number: int | str) -> None:
        # At a shutdown, pygls cancels what is pending while it goes through the table itself.
        self._request_futures = {key: it for key, it in self._request_futures.items() if key != number}
        self.notify(types.CANCEL_REQUEST, types.CancelParams(number))

    def _fault(self, message: Any, request_id: int | str | None) -> Fault | None:
        invalid = types.ErrorCodes.InvalidRequest.value
        if isinstance(message, list):
            return invalid, "Batches are not served: send each message on its own"
        if not isinstance(message, dict):
            return invalid, "The message is not a JSON object"
        method = message.get("method")
        is_response = "method" not in message and request_id is not None and ("result" in message or "error" in message)
        if is_response or (isinstance(method, str) and "id" not in message):
            return None
        if not isinstance(method, str) or request_id is None:
            return invalid, "The message is not a request, a notification or a response"
        return self.out_of_turn(method, request_id)

    def _serve(self, message: dict[str, Any]) -> None:
        method = message["method"]
        try:
            made = super().structure_message(self.completed(message))
        except JsonRpcException as error:
            text = self.invalid_params(method, error)
            if "id" in message:
                self.refuse(message["id"], JsonRpcInvalidParams.CODE, text)
            else:
                logger.warning("%s", text)
            return
        self.is_initialized |= method == self.opening
        self.is_shut_down |= method == self.closing
        super().handle_message(made)

    def _cancel(self, params: Any) -> None:
        # To Python 1 is also 1.0 and true, and a converter reads "1" as 1: only the very id counts.
        number = id_of(params)
        if number is not None:
            self._handle_cancel_notification(number)

    def _receive_response(self, message: dict[str, Any]) -> None:
        try:
            made = super().structure_message({"jsonrpc": "2.0", **message})
        except JsonRpcException as error:
            text = f"The answer cannot be read: {error}"
            answer = types.ResponseError(types.ErrorCodes.InternalError, text, data=UNREADABLE)
            made = types.ResponseErrorMessage(id=message["id"], error=answer)
        # A future that was given up is still waiting there, and takes no result.
        with suppress(Exception):
            super().handle_message(made)


async def serve_messages(reader: FrameReader, protocol: CheckedMessages) -> None:
    """Serves every message until the end of the input."""
    while (body := await reader.next()) is not None:
        protocol.receive(body)


def id_of(message: object) -> int | str | None:
    """The id under which the message can be answered; None if it has none that is allowed."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, (int, str)) and not isinstance(found, bool) else None


def asking(protocol: JsonRPCProtocol, prefix: str = "") -> Ask:
    """Sends requests to the client, under their names in `serve` with that prefix."""
    from hookwright.embedding.client import NoAnswer

    async def ask(method: str, params: Any) -> Any:
        try:
            return await protocol.send_request_async(f"{prefix}{method}", params)
        except JsonRpcException as error:
            raise NoAnswer(str(error)) from error

    return ask
