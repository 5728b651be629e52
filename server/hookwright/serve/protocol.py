"""The protocol that agents speak: JSON-RPC 2.0 as pygls does it, from `engine/initialize` to `engine/shutdown`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter
from msgspec import Struct
from pygls.server import JsonRPCServer

from hookwright.errors import BeyondLimits
from hookwright.transport.messages import CheckedMessages, Fault

INITIALIZE, SHUTDOWN = "engine/initialize", "engine/shutdown"
TOO_MANY_OPEN = -32015
"""The error of a request that comes while too many others wait for their answers."""


class ErrorCode(Struct, frozen=True):
    """A code, and what is the case where it is the answer."""

    code: int
    meaning: str


ERRORS = {
    "notJson": ErrorCode(-32700, "The line is not JSON, or programs would read it in different ways"),
    "invalidRequest": ErrorCode(-32600, "The line is not a request, a notification or an answer, or comes out of turn"),
    "unknownMethod": ErrorCode(-32601, "There is no such method"),
    "invalidParams": ErrorCode(-32602, "The params are wrong, or what they name is not there"),
    "internal": ErrorCode(-32603, "A fault of hookwright, which its log has under the `logId` of the error's data"),
    "notInitialized": ErrorCode(-32002, "The first request must be `engine/initialize`"),
    "untrusted": ErrorCode(-32010, "The project is not trusted, so nothing was run"),
    "unsupported": ErrorCode(-32013, "This system cannot run hooks"),
    "tooManyOpen": ErrorCode(TOO_MANY_OPEN, "Too many requests are open, or too many clients connected"),
    "beyondLimits": ErrorCode(BeyondLimits.lsp_code, "The JSON nests too deep, has too large a number, or is too long"),
    "canceled": ErrorCode(-32800, "The request was canceled"),
    "failed": ErrorCode(-32803, "The system refused something, such as a full disk"),
}
"""By the names that the OpenRPC document has for them."""


class EngineProtocol(CheckedMessages):
    """One client's side of it; `overload` says why no other request is taken now, None if one is."""

    opening = INITIALIZE
    closing = SHUTDOWN

    def __init__(self, server: JsonRPCServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.overload: Callable[[], str | None] = lambda: None

    def out_of_turn(self, method: str, request_id: int | str) -> Fault | None:
        """As everywhere, and too many at once; the session can always be ended."""
        why = self.overload() if method != self.closing else None
        return (TOO_MANY_OPEN, why) if why is not None else super().out_of_turn(method, request_id)

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the empty params that clients leave out."""
        made = super().completed(message)
        return made if made.get("params") is not None else {**made, "params": {}}
