"""pygls' protocol as this server speaks it: what pygls lacks is in the parts, each with its reason."""

from __future__ import annotations

from collections.abc import Callable

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import lsp_method

from hookwright.lsp.transport.cancellation import Cancellation
from hookwright.lsp.transport.incoming import IncomingMessages
from hookwright.lsp.transport.notifications import BuiltinNotifications, Steps
from hookwright.lsp.transport.text_sync import TextSync


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
