"""pygls' protocol as this server speaks it: what pygls lacks is in the parts, each with its reason."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator
from typing import Any
from urllib.parse import unquote

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from hookwright.errors import UsageError
from hookwright.lsp.transport.initialize_params import readable_params
from hookwright.text import offset_at
from hookwright.transport.messages import CheckedMessages

Steps = Generator[tuple[Callable[..., Any], tuple[Any, ...], Any], Any, Any]
"""How pygls writes its handlers: each step is a call of one of ours."""

# Those that are generators; our handlers of the same methods need no loop.
_RUN_AT_ONCE = (
    types.INITIALIZED,
    types.SET_TRACE,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL,
)


class BuiltinNotifications(LanguageServerProtocol):
    """Runs pygls' own handlers of notifications to their end at once.

    pygls makes a future for each, which stays in its table for ever: one more with every keystroke.
    """

    def handle_message(self, message: Any) -> None:
        """As pygls does it, but for them."""
        method = getattr(message, "method", None)
        if method in _RUN_AT_ONCE:
            handler: Callable[[Any], Steps] = self.fm.builtin_features[method]
            for step, arguments, named in handler(message.params):
                step(*arguments, **(named or {}))
        else:
            super().handle_message(message)


class IncomingMessages(CheckedMessages, LanguageServerProtocol):
    """A session from `initialize` to `shutdown`; `exit` counts at any time."""

    opening = types.INITIALIZE
    closing = types.SHUTDOWN

    def hears(self, method: str) -> bool:
        """As every session, and `exit`, which ends also one that has not begun."""
        return method == types.EXIT or super().hears(method)

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the params that its method has, and an `initialize` that can be read."""
        made = super().completed(message)
        method = message["method"]
        known = types.METHOD_TO_TYPES.get(method)
        if method == types.INITIALIZE:
            made["params"] = readable_params(made.get("params"), self.converter)
        elif made.get("params") is None:
            made["params"] = {} if known is None or known[2] is not None else None
        return made

    def invalid_params(self, method: str, error: JsonRpcException) -> str:
        """The first three members that do not fit."""
        cause = error.__cause__
        if cause is None:
            return super().invalid_params(method, error)
        faults = transform_error(cause, path="params")
        wrong = "; ".join(str(it).replace("params.params", "params") for it in faults[:3])
        return f"Invalid params for `{method}`: {wrong}"


class TextSync(LanguageServerProtocol):
    """Keeps pygls' texts of documents as the client has them: lines end with LF, CRLF or CR, columns are UTF-16 units.

    pygls takes ten other characters for line ends too, such as a form feed, so that an edit behind one of them lands in
    the wrong line.  Each change is made here, and pygls gets the whole text.
    """

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Steps:
        """As pygls does it, with every change made one of the whole text."""
        document = self.workspace.text_documents.get(unquote(params.text_document.uri))
        if document is None:
            return
        text = document.source
        for change in params.content_changes:
            text = whole_text(text, change)
        document.apply_change(types.TextDocumentContentChangeWholeDocument(text))
        document.version = params.text_document.version
        yield from super().lsp_text_document__did_change(
            types.DidChangeTextDocumentParams(params.text_document, content_changes=[])
        )


def whole_text(text: str, change: types.TextDocumentContentChangeEvent) -> str:
    """The text after the change; positions outside of it are clamped."""
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return change.text
    first, last = change.range.start, change.range.end
    start = offset_at(text, first.line, first.character)
    end = start if first == last else max(start, offset_at(text, last.line, last.character))
    return text[:start] + change.text + text[end:]


class Cancellation(LanguageServerProtocol):
    """Has a cancellation reach the command that is run for a request.

    pygls runs a command as a generator: cancelling it ends the answer, but not the command nor the hooks that it runs.
    """

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """The result of a command; raises UsageError, with all that there are, if there is none of that name."""
        handler = self.fm.commands.get(params.command)
        if handler is None:
            remedy = f"use one of {', '.join(self.fm.commands)}"
            raise JsonRpcInvalidParams(str(UsageError(f"`{params.command}` is not a command", remedy)))
        result = handler(*(params.arguments or [{}])[:1])
        return await result if inspect.isawaitable(result) else result


class HookwrightProtocol(IncomingMessages, BuiltinNotifications, TextSync, Cancellation):
    """The protocol of one session; `ended` is called at `exit`, and `promised` says what to answer to `initialize`."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.ended: Callable[[], None] = _nothing
        self.promised: Callable[[types.InitializeResult], types.InitializeResult] = _as_it_is

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Steps:
        """As pygls does it, with positions in UTF-16 units, which every client understands; pygls has no setting."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = [types.PositionEncodingKind.Utf16]
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        return self.promised(result)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> None:  # type: ignore[override]
        """Lets the session end by itself; pygls leaves by an exception, before any hook is killed."""
        self.ended()


def _as_it_is(result: types.InitializeResult) -> types.InitializeResult:
    return result


def _nothing() -> None:
    return None
