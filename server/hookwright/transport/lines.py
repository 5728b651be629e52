"""Messages as lines: one JSON object a line, in UTF-8, ended by LF or CRLF."""

from __future__ import annotations

from asyncio import StreamReader
from collections.abc import AsyncIterator

from hookwright.errors import BeyondLimits, UnreadableInput
from hookwright.limits import MOST_BYTES
from hookwright.transport.frames import KEPT_OF_SKIPPED, Malformed

MAX_LINE_BYTES = MOST_BYTES


async def read_lines(reader: StreamReader, sender: str) -> AsyncIterator[bytes]:
    """The lines that another process sends, each with its end; the reader's limit has to be `MAX_LINE_BYTES`.

    Raises UnreadableInput if one is longer.
    """
    while True:
        try:
            found = await reader.readline()
        except ValueError as wrong:
            raise UnreadableInput(f"The {sender} sent a message of over 64 MB", "have it send less") from wrong
        if not found:
            return
        yield found


def line(body: bytes) -> bytes:
    """A message as it is sent; JSON as Python writes it has no line end inside."""
    return body + b"\n"


class LineParser:
    """Turns bytes, cut anywhere, into lines that are not empty; one that is too long goes to `malformed`."""

    is_over = False

    def __init__(self, malformed: Malformed, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self._malformed = malformed
        self._max_line_bytes = max_line_bytes
        self._buffer = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete by now; the last one of the input counts without its end."""
        *ended, rest = data.split(b"\n") if data else (b"", b"")
        found = [it for it in map(self._end, ended) if it]
        self._add(rest)
        return found

    def _end(self, piece: bytes) -> bytes:
        """The line that ends with this piece; empty if there is nothing to serve."""
        self._add(piece)
        whole, was_skipping = bytes(self._buffer).strip(), self._skipping
        self._buffer.clear()
        self._skipping = False
        return b"" if was_skipping else whole

    def _add(self, piece: bytes) -> None:
        if self._skipping:
            return
        self._buffer += piece
        if len(self._buffer) > self._max_line_bytes:
            kept = bytes(self._buffer[:KEPT_OF_SKIPPED])
            self._buffer.clear()
            self._skipping = True
            reason = f"The message is larger than {self._max_line_bytes} bytes"
            self._malformed(BeyondLimits.lsp_code, reason, kept)
