"""How much a web service or an MCP server may answer, checked before anything of the answer is parsed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from hookwright.engine.model import NoAnswer
from hookwright.policies.printed import shallow

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 8 << 20
# Names count as well.  While objects are made of them, nothing else is answered.
_MOST_VALUES = 20_000
# What is deeper, no parser takes: what an MCP server answers in its text would be lost with it.
_MOST_LEVELS = 100
# A string without escapes, or what comes before a value.  No string of JSON goes over the end of a line.
_VALUE = re.compile(rb'"[^"\r\n]*"?|[,\[{]')


class Budget:
    """What is left of the limits of one call; `over` is called once, when the first of them is passed.

    `fault` is the sentence that says which limit that was, empty before.
    """

    def __init__(self, over: Callable[[], None]) -> None:
        self._over = over
        self._bytes = MOST_BYTES
        self._values = _MOST_VALUES
        self.fault = ""

    def arrived(self, size: int) -> None:
        """Counts bytes that have come in; raises NoAnswer if they are too many."""
        self._bytes -= size
        if self._bytes < 0:
            self.refuse(f"the answer is larger than {MOST_BYTES >> 20} MiB")

    def checked(self, lines: bytes) -> bytes:
        """Whole lines, with `…` for what nests too deep to be parsed; raises NoAnswer if they have too many values.

        Takes linear time, and stops at the limit.
        """
        bare = lines.replace(rb"\\", b"").replace(rb"\"", b"")
        self._values -= sum(1 for _ in islice(_VALUE.finditer(bare), self._values + 1))
        if self._values < 0:
            self.refuse(f"the answer has more than {_MOST_VALUES:,} values")
        if lines.count(b"[") + lines.count(b"{") < _MOST_LEVELS:
            return lines
        return shallow(lines.decode("utf-8", "replace"), _MOST_LEVELS).encode() or lines

    def refuse(self, fault: str) -> None:
        """Ends the call; raises NoAnswer with the sentence."""
        if not self.fault:
            self.fault = fault
            self._over()
        raise NoAnswer(fault)


def without_packing(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers with none that would have the answer packed: a small one can be unpacked into any size."""
    kept = {name: it for name, it in headers.items() if name.lower() != "accept-encoding"}
    return {**kept, "Accept-Encoding": "identity"}


def limited_client(headers: Mapping[str, str], budget: Budget) -> httpx2.AsyncClient:
    """A client without time limits of its own, all of whose answers together keep to the budget."""
    import httpx2

    class Checked(httpx2.AsyncByteStream):
        """The same bytes in whole lines, each checked before it is passed on."""

        def __init__(self, stream: httpx2.AsyncByteStream) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            held: list[bytes] = []
            async for chunk in self._stream:
                budget.arrived(len(chunk))
                place = max(chunk.rfind(b"\n"), chunk.rfind(b"\r")) + 1
                held.append(chunk[:place])
                if place:
                    yield _checked(held, budget)
                    held = []
                held.append(chunk[place:])
            yield _checked(held, budget)

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def limit(response: httpx2.Response) -> None:
        packing = response.headers.get("Content-Encoding", "identity")
        if packing.strip().lower() not in ("", "identity"):
            budget.refuse(f"the answer is packed (`{packing[:40]}`), which was not asked for")
        # Others could hide from what is counted here.
        response.encoding = "utf-8"
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = Checked(response.stream)

    return httpx2.AsyncClient(headers=without_packing(headers), timeout=None, event_hooks={"response": [limit]})


def _checked(pieces: list[bytes], budget: Budget) -> bytes:
    return budget.checked(b"".join(pieces))
