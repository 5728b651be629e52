"""Checks every message before it becomes an object, and answers what cannot be served.

A message that is none, one out of its turn and params that do not fit get the error that the specification has for
them.  pygls leaves the first two unanswered, and does not say what is wrong with the params.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from hookwright.lsp.transport.failures import log_fault
from hookwright.lsp.transport.initialize_params import readable_params

logger = logging.getLogger(__name__)

Fault = tuple[int, str]


class IncomingMessages(LanguageServerProtocol):
    """The part of the protocol that takes messages in; `is_open` tells whether a request of that id is served."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.converter = converter
        self.is_initialized = False
        self.is_shut_down = False
        self.is_open: Callable[[object], bool] = lambda _: False

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leaves every object as it is: this is called for those inside of others, too."""
        return data

    def handle_message(self, message: Any) -> None:
        """Serves a message as it came; never raises."""
        request_id = _request_id(message)
        try:
            fault = self._fault(message, request_id)
            if fault is not None:
                self.refuse(request_id, *fault)
            elif "method" not in message:
                self._receive_response(message)
            elif message["method"] == types.CANCEL_REQUEST and "id" not in message:
                self._cancel(message.get("params"))
            elif "id" in message or self._hears(message["method"]):
                self._serve(message)
        except Exception as error:  # noqa: BLE001  logged with an id; the session goes on
            log_fault(error, "receiving a message")

    def refuse(self, request_id: int | str | None, code: int, text: str) -> None:
        """Answers a request, or input that is no message (None), with an error."""
        error = {"code": code, "message": text}
        if self.writer is not None:
            self.writer.write(json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode())

    def _fault(self, message: Any, request_id: int | str | None) -> Fault | None:
        invalid = types.ErrorCodes.InvalidRequest.value
        if not isinstance(message, dict):
            return invalid, "The message is not a JSON object"
        method = message.get("method")
        is_response = "method" not in message and request_id is not None and ("result" in message or "error" in message)
        if is_response or (isinstance(method, str) and "id" not in message):
            return None
        if not isinstance(method, str) or request_id is None:
            return invalid, "The message is not a request, a notification or a response"
        return self._out_of_turn(method, request_id)

    def _out_of_turn(self, method: str, request_id: int | str) -> Fault | None:
        invalid = types.ErrorCodes.InvalidRequest.value
        if not self.is_initialized and method != types.INITIALIZE:
            return types.ErrorCodes.ServerNotInitialized.value, "The first request must be `initialize`"
        if self.is_shut_down:
            return invalid, "The server is shutting down"
        if self.is_initialized and method == types.INITIALIZE:
            return invalid, "`initialize` was already answered"
        if self.is_open(request_id):
            return invalid, f"The id {request_id!r} belongs to a request that is still open"
        if method not in self.fm.features and method not in self.fm.builtin_features:
            return types.ErrorCodes.MethodNotFound.value, f"`{method}` is not served here"
        return None

    def _hears(self, method: str) -> bool:
        """Whether a notification is served now; nothing counts before `initialize`."""
        if method == types.EXIT:
            return True
        return self.is_initialized and (not self.is_shut_down or method == types.CANCEL_REQUEST)

    def _serve(self, message: dict[str, Any]) -> None:
        method = message["method"]
        try:
            made = super().structure_message(_completed(message, self.converter))
        except JsonRpcException as error:
            text = _invalid_params(method, error)
            if "id" in message:
                self.refuse(message["id"], JsonRpcInvalidParams.CODE, text)
            else:
                logger.warning("%s", text)
            return
        self.is_initialized |= method == types.INITIALIZE
        self.is_shut_down |= method == types.SHUTDOWN
        super().handle_message(made)

    def _cancel(self, params: Any) -> None:
        # To Python 1 is also 1.0 and true, and a converter reads "1" as 1: only the very id counts.
        number = _request_id(params)
        if number is not None:
            self._handle_cancel_notification(number)

    def _receive_response(self, message: dict[str, Any]) -> None:
        try:
            made = super().structure_message({"jsonrpc": "2.0", **message})
        except JsonRpcException as error:
            answer = types.ResponseError(types.ErrorCodes.InternalError, f"The answer cannot be read: {error}")
            made = types.ResponseErrorMessage(id=message["id"], error=answer)
        # A future that was given up is still waiting there, and takes no result.
        with suppress(Exception):
            super().handle_message(made)


def _completed(message: dict[str, Any], converter: Converter) -> dict[str, Any]:
    """The message with what clients leave out."""
    method = message["method"]
    made: dict[str, Any] = {**message, "jsonrpc": "2.0"}
    known = types.METHOD_TO_TYPES.get(method)
    if method == types.INITIALIZE:
        made["params"] = readable_params(made.get("params"), converter)
    elif made.get("params") is None:
        made["params"] = {} if known is None or known[2] is not None else None
    return made


def _invalid_params(method: str, error: JsonRpcException) -> str:
    cause = error.__cause__
    if cause is None:
        return f"Invalid params for `{method}`"
    faults = transform_error(cause, path="params")
    wrong = "; ".join(str(it).replace("params.params", "params") for it in faults[:3])
    return f"Invalid params for `{method}`: {wrong}"


def _request_id(message: object) -> int | str | None:
    """The id under which the message can be answered; None where it has none that is allowed."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, (int, str)) and not isinstance(found, bool) else None
