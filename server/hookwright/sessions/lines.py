"""The lines of a large file that have any of a few texts in them; the others are searched as bytes, never parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader

_BLOCK = 4 * 1024 * 1024


Stopped = Callable[[], bool]
"""Whether what goes on for long is to end; asked every few milliseconds."""


class Lines:
    """Goes through a file from an offset on; after that, `end` is behind the last line that was whole.

    `is_done` says whether that was all; it is not where it was `stopped`.
    """

    def __init__(
        self, file: BufferedReader, start: int, needles: Sequence[bytes], longest: int, stopped: Stopped
    ) -> None:
        self._file = file
        self._needles = needles
        self._longest = longest
        self._stopped = stopped
        self.end = start
        self.is_done = False

    def __iter__(self) -> Iterator[bytes]:
        self._file.seek(self.end)
        rest, passing = b"", False
        while not self._stopped():
            block = self._file.read(_BLOCK)
            if not block:
                self.is_done = True
                return
            last = block.rfind(b"\n") + 1
            if last == 0:
                # The inside of a line of megabytes.
                rest, passing = (b"", True) if passing or len(rest) > self._longest else (rest + block, False)
                continue
            whole = rest + block[:last]
            if passing:
                whole = whole[whole.find(b"\n") + 1 :]
            yield from self._with_needles(whole)
            self.end = self._file.tell() - len(block) + last
            rest, passing = block[last:], False

    def _with_needles(self, whole: bytes) -> Iterator[bytes]:
        starts: set[int] = set()
        for needle in self._needles:
            at = whole.find(needle)
            while at >= 0:
                starts.add(whole.rfind(b"\n", 0, at) + 1)
                end = whole.find(b"\n", at)
                at = whole.find(needle, end) if end >= 0 else -1
        for start in sorted(starts):
            line = whole[start : whole.find(b"\n", start)]
            if len(line) <= self._longest:
                yield line
