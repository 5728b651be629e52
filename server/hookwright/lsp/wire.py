"""How messages look on the wire: Content-Length frames around JSON, read in whatever pieces they come.

Imported before the first answer, so it stays with the few standard modules that start fast (no dataclasses, no typing).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hookwright.lsp.shapes import Message, MessageId, Payload

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
SERVER_NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800

_READ_BYTES = 65536
MAX_BODY_BYTES = 64 * 1024 * 1024
_MAX_HEADER_BYTES = 8192
_HEADER_NAME = b"content-length:"


class Malformed:
    """Input that is no message: why, and the JSON-RPC error code that says so."""

    __slots__ = ("code", "reason")

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason


class JsonText(str):
    """A result that is JSON already."""

    __slots__ = ()


class EndOfInput:
    """Comes after the last message, once."""

    __slots__ = ()


class FrameParser:
    """Turns bytes, cut anywhere, into messages; broken ones become `Malformed`, and the next frame is found again."""

    __slots__ = ("_body_bytes", "_buffer", "_max_body_bytes", "_to_skip")

    def __init__(self, max_body_bytes: int = MAX_BODY_BYTES) -> None:
        self._max_body_bytes = max_body_bytes
        self._buffer = bytearray()
        self._body_bytes: int | None = None
        self._to_skip = 0

    def feed(self, data: bytes) -> list[Message | Malformed]:
        self._buffer += data
        found: list[Message | Malformed] = []
        while (item := self._next()) is not None:
            found.append(item)
        return found

    def _next(self) -> Message | Malformed | None:
        if self._to_skip:
            skipped = len(self._cut(min(self._to_skip, len(self._buffer))))
            self._to_skip -= skipped
        if self._body_bytes is None and (fault := self._read_header()):
            return fault
        if self._body_bytes is None or len(self._buffer) < self._body_bytes:
            return None
        body = self._cut(self._body_bytes)
        self._body_bytes = None
        return parse_body(body)

    def _read_header(self) -> Malformed | None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) <= _MAX_HEADER_BYTES:
                return None
            # The end may hold the beginning of a good header.
            self._cut(len(self._buffer) - 64)
            return Malformed(PARSE_ERROR, "The header never ends")
        body_bytes = _declared_length(self._cut(end + 4))
        if body_bytes is None:
            return Malformed(PARSE_ERROR, "The header has no valid Content-Length")
        if body_bytes > self._max_body_bytes:
            self._to_skip = body_bytes
            return Malformed(PARSE_ERROR, f"The message is larger than {self._max_body_bytes} bytes")
        self._body_bytes = body_bytes
        return None

    def _cut(self, length: int) -> bytes:
        piece = bytes(self._buffer[:length])
        del self._buffer[:length]
        return piece


def read_some(fd: int) -> bytes:
    """Waits for input; empty where there will be no more."""
    try:
        return os.read(fd, _READ_BYTES)
    except OSError:
        return b""


def _declared_length(header: bytes) -> int | None:
    # The last one counts: what stands before it is the rest of a frame that lied about its length.
    _, found, rest = header.lower().rpartition(_HEADER_NAME)
    digits = rest.partition(b"\n")[0].strip()
    return int(digits) if found and digits.isdigit() and len(digits) < 19 else None


def parse_body(body: bytes) -> Message | Malformed:
    """One JSON-RPC message; arrays (batches) are no part of LSP."""
    try:
        value = _DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        return Malformed(PARSE_ERROR, f"The message is not JSON: {error}")
    return value if isinstance(value, dict) else Malformed(INVALID_REQUEST, "The message is not a JSON object")


def encode(message: Message, default: Callable[[Payload], Payload] | None = None) -> bytes:
    """The frame of a message; `default` makes plain what json does not know.

    Raises TypeError and ValueError (NaN, cycles) for what has no JSON.
    """
    return _frame(json.dumps(message, separators=(",", ":"), allow_nan=False, default=default))


def encode_notification(method: str, params: str) -> bytes:
    """The frame of a notification whose params are JSON already."""
    return _frame(f'{{"jsonrpc":"2.0","method":"{method}","params":{params}}}')


def encode_result(request_id: MessageId, result: JsonText) -> bytes:
    """The frame of an answer whose result is JSON already."""
    return _frame(f'{{"jsonrpc":"2.0","id":{json.dumps(request_id)},"result":{result}}}')


def _frame(text: str) -> bytes:
    body = text.encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def result_message(request_id: MessageId, result: Payload) -> Message:
    return {"jsonrpc": "2.0", "id": request_id, "result": result}


def error_message(request_id: MessageId, code: int, text: str, data: Payload = None) -> Message:
    error: Message = {"code": code, "message": text}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def notification_message(method: str, params: Payload = None) -> Message:
    message: Message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return message


def request_id(message: Message) -> MessageId:
    """The id under which an answer to this message can be sent; None where it has none that is allowed."""
    found = message.get("id")
    return found if isinstance(found, (int, str)) and not isinstance(found, bool) else None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
