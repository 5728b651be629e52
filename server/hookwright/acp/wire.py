"""One side of the proxy: JSON-RPC messages, one a line, each with the bytes that are passed on for it.

Nothing is passed on that hooks could not have judged: what cannot be read, or what some programs could read as another
message, is refused.
"""

from __future__ import annotations

import json
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Mapping
from typing import Any

from msgspec import Struct

from hookwright.acp.ambiguity import ambiguity
from hookwright.errors import BeyondLimits
from hookwright.strict_json import Envelope, NotJson, envelope_of, names_half, read_json
from hookwright.text import well_formed
from hookwright.transport.lines import read_lines

CANCEL_REQUEST = "$/cancel_request"
CANCELLED = -32800
REFUSED = -32020
"""The error of what a hook has refused."""
_PARSE_ERROR = -32700
INVALID_REQUEST = -32600
_INVALID_PARAMS = -32602
_INTERNAL = -32603
_MOST_OPEN = 5000
"""Requests of one side that wait for an answer; more are refused."""
_LIMITS = BeyondLimits.lsp_code
# Where programs end a line, beside LF.
_LINE_ENDS = re.compile("[\u0085\u2028\u2029]")

Message = Mapping[str, Any]


class Unreadable(Struct, frozen=True):
    """What cannot be passed on: an error's code and text, and what is known of each message that it holds."""

    code: int
    text: str
    envelopes: tuple[Envelope, ...]


class Side:
    """The client or the agent; writing keeps the order of the calls, and waits for a reader that is slow."""

    def __init__(self, name: str, reader: StreamReader, writer: StreamWriter) -> None:
        self.name = name
        self._reader = reader
        self._writer = writer
        self._open: set[str] = set()

    async def messages(self) -> AsyncIterator[tuple[bytes, Message] | Unreadable]:
        """Every message with the line to pass on; raises UnreadableInput over 64 MiB."""
        async for line in read_lines(self._reader, self.name):
            body = line.rstrip(b"\r\n")
            if body.strip():
                yield _read(body)

    async def write(self, line: bytes) -> None:
        """Passes on what came; raises ConnectionError when this side is gone."""
        self._writer.write(line)
        await self._writer.drain()

    def close(self) -> None:
        """Says that nothing more will come."""
        self._writer.close()

    async def send(self, **message: Any) -> None:  # noqa: ANN401  members of JSON
        """Sends a message of ours."""
        await self.write(line_of(message))

    def opens(self, number: object) -> bool:
        """Notes a request of this side; says whether its id is free: no request with it waits for an answer."""
        key = key_of(number)
        if key in self._open or len(self._open) >= _MOST_OPEN:
            return False
        self._open.add(key)
        return True

    def closes(self, number: object) -> None:
        """Notes that the request of this side is answered."""
        self._open.discard(key_of(number))

    async def answer(self, number: object, **answer: Any) -> None:  # noqa: ANN401  members of JSON
        """Answers a request of this side in the other's place."""
        self.closes(number)
        await self.send(id=number, **answer)

    async def reject(self, number: object, code: int, text: str) -> None:
        """Says what is wrong with a message that is no request that was noted."""
        await self.send(id=number, error={"code": code, "message": text})

    async def refuse(self, number: object, code: int, text: str) -> None:
        """Answers a request with an error."""
        await self.answer(number, error={"code": code, "message": text})

    async def refuse_params(self, number: object, text: str) -> None:
        """Answers a request whose params cannot be used."""
        await self.refuse(number, _INVALID_PARAMS, text)

    async def fail(self, number: object) -> None:
        """Answers a request that a fault of ours has kept from being judged."""
        await self.refuse(number, _INTERNAL, "hookwright failed, so this was not done; its log has the details")


def _read(body: bytes) -> tuple[bytes, Message] | Unreadable:
    """The message of a line and what is passed on for it; the very bytes where every program reads them alike."""
    if b"\r" in body:
        return _unreadable(body, _PARSE_ERROR, "The line has a CR inside, at which some programs end a line")
    try:
        found = read_json(body, "The message")
    except NotJson as wrong:
        return _unreadable(body, _PARSE_ERROR, f"The message is not JSON: {wrong}")
    except BeyondLimits as wrong:
        return _unreadable(body, _LIMITS, str(wrong))
    if isinstance(found, list):
        envelopes = tuple(envelope_of(json.dumps(it).encode()) for it in found if isinstance(it, dict))
        return Unreadable(INVALID_REQUEST, "Batches are not passed on: send each message on its own", envelopes)
    fault = ambiguity(found) if isinstance(found, dict) else "a message is one JSON object"
    if fault is not None:
        return _unreadable(body, INVALID_REQUEST, f"The message is not passed on: {fault}")
    is_plain = not names_half(body) and (body.isascii() or _LINE_ENDS.search(body.decode()) is None)
    return (body + b"\n" if is_plain else line_of(found)), found


def _unreadable(body: bytes, code: int, text: str) -> Unreadable:
    return Unreadable(code, text, (envelope_of(body),))


def line_of(message: Message) -> bytes:
    """A message of ours, or a changed one, as it is sent."""
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    escaped = _LINE_ENDS.sub(lambda it: f"\\u{ord(it[0]):04x}", well_formed(text))
    return escaped.encode() + b"\n"


def key_of(number: object) -> str:
    """An id of a request, so that 1 and "1" are two."""
    return json.dumps(number)


def params_of(message: Message) -> Mapping[str, Any]:
    """The params of a message, empty if they are not an object."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}
