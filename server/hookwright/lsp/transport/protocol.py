"""What pygls' protocol does not do by itself, or not yet so that it holds in an editor; each at a public seam of it.

- A message is checked before it is made an object: one that is none, one out of its turn and params that do not fit
  are answered with the error that the specification has for them.  pygls leaves the first two unanswered.
- Builtin handlers of notifications are run to their end at once.  As pygls runs them, each keystroke leaves a future
  behind for ever, and costs 0.03 ms more.
- A command is a task of its request, so that cancelling the request cancels what the command does.
- Positions are counted in UTF-16 units, which every client understands, and lines end where the specification says;
  pygls takes ten other characters for line ends, so that an edit behind one of them lands in the wrong line.
- A request to the client that nobody waits for any more is withdrawn.
- `exit` lets the session end by itself.  pygls leaves by an exception, before any hook is killed.
"""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from typing import Any
from urllib.parse import unquote

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from hookwright.errors import UsageError
from hookwright.lsp.transport.failures import log_fault
from hookwright.lsp.transport.initialize_params import readable_params
from hookwright.lsp.transport.sync import whole_text

logger = logging.getLogger(__name__)

# What pygls writes as generators; our handlers of the same methods need no loop.
_RUN_AT_ONCE = (
    types.INITIALIZED,
    types.SET_TRACE,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL,
)

Fault = tuple[int, str]
Steps = Generator[tuple[Callable[..., Any], tuple[Any, ...], Any], Any, Any]


class HookwrightProtocol(LanguageServerProtocol):
    """pygls' protocol for one session."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.converter = converter
        self._numbers = count(1)
        self.is_initialized = False
        self.is_shut_down = False
        self.ended: Callable[[], None] = _nothing
        self.promised: Callable[[types.InitializeResult], types.InitializeResult] = _as_it_is
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
        if method in _RUN_AT_ONCE:
            _run(self.fm.builtin_features[method], made.params)
        else:
            super().handle_message(made)

    def _receive_response(self, message: dict[str, Any]) -> None:
        try:
            made = super().structure_message({"jsonrpc": "2.0", **message})
        except JsonRpcException as error:
            answer = types.ResponseError(types.ErrorCodes.InternalError, f"The answer cannot be read: {error}")
            made = types.ResponseErrorMessage(id=message["id"], error=answer)
        # A future that was given up is still waiting there, and takes no result.
        with suppress(Exception):
            super().handle_message(made)

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
        future.add_done_callback(lambda it: self._withdraw(number) if it.cancelled() else None)
        return future

    def _withdraw(self, number: int | str) -> None:
        self.notify(types.CANCEL_REQUEST, types.CancelParams(number))

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Steps:
        """As pygls does it, but for the positions, and what our handler makes of the promise."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = [types.PositionEncodingKind.Utf16]
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        return self.promised(result)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> None:  # type: ignore[override]
        """Ends the session."""
        self.ended()

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Steps:
        """As pygls does it, with every change made one of the whole text."""
        uri = params.text_document.uri
        if unquote(uri) not in self.workspace.text_documents:
            return
        for change in params.content_changes:
            whole = types.TextDocumentContentChangeWholeDocument(
                whole_text(self.workspace.get_text_document(uri).source, change)
            )
            self.workspace.update_text_document(params.text_document, whole)
        yield from super().lsp_text_document__did_change(
            types.DidChangeTextDocumentParams(params.text_document, content_changes=[])
        )

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """The result of a command; raises UsageError, with all that there are, where there is none of that name."""
        handler = self.fm.commands.get(params.command)
        if handler is None:
            remedy = f"use one of {', '.join(self.fm.commands)}"
            raise JsonRpcInvalidParams(str(UsageError(f"`{params.command}` is not a command", remedy)))
        result = handler(*(params.arguments or [{}])[:1])
        return await result if inspect.isawaitable(result) else result


def _run(handler: Callable[..., Steps], params: Any) -> None:
    for step, arguments, named in handler(params):
        step(*arguments, **(named or {}))


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


def _as_it_is(result: types.InitializeResult) -> types.InitializeResult:
    return result


def _nothing() -> None:
    return None
