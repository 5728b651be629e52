"""The errors that requests of agents are answered with, beside their codes."""

from __future__ import annotations

from msgspec import Struct

from hookwright.errors import BeyondLimits
from hookwright.serve.protocol import TOO_MANY_OPEN


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
