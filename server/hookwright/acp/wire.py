"""One side of the proxy: JSON-RPC messages, one a line, each with the bytes that it came as."""

from __future__ import annotations

import json
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Mapping
from typing import Any

from hookwright.transport.lines import read_lines

CANCEL_REQUEST = "$/cancel_request"
CANCELLED = -32800
REFUSED = -32020
"""The error of what a hook has refused."""
_INVALID_PARAMS = -32602
_INTERNAL = -32603

Message = Mapping[str, Any]


class Side:
    """The client or the agent; writing keeps the order of the calls, and waits for a reader that is slow."""

    def __init__(self, name: str, reader: StreamReader, writer: StreamWriter) -> None:
        self.name = name
        self._reader = reader
        self._writer = writer

    async def messages(self) -> AsyncIterator[tuple[bytes, Message]]:
        """Every line with the message in it, which is empty where it is none; raises UnreadableInput over 64 MB."""
        async for line in read_lines(self._reader, self.name):
            yield line, _message(line)

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

    async def refuse(self, number: object, code: int, text: str) -> None:
        """Answers a request with an error."""
        await self.send(id=number, error={"code": code, "message": text})

    async def refuse_params(self, number: object, text: str) -> None:
        """Answers a request whose params cannot be used."""
        await self.refuse(number, _INVALID_PARAMS, text)

    async def fail(self, number: object) -> None:
        """Answers a request that a fault of ours has kept from being judged."""
        await self.refuse(number, _INTERNAL, "hookwright failed, so this was not done; its log has the details")


def _message(line: bytes) -> Message:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def line_of(message: Message) -> bytes:
    """A message of ours, or a changed one, as it is sent."""
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def key_of(number: object) -> str:
    """An id of a request, so that 1 and "1" are two."""
    return json.dumps(number)


def params_of(message: Message) -> Mapping[str, Any]:
    """The params of a message, empty where they are not an object."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}
