"""What modules print, on its way to their log."""

from __future__ import annotations

import io
from collections.abc import Callable

_LONGEST = 1 << 16


class Log(io.TextIOBase):
    """Standard output and error of the modules: whole lines at once, and what is left of one when it is flushed."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._rest = ""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def fileno(self) -> int:
        # For programs that a module starts by itself: their output is the log, too.
        return 1

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        whole, newline, self._rest = (self._rest + text).rpartition("\n")
        if newline:
            self._write(whole + newline)
        elif len(self._rest) > _LONGEST:
            self.flush()
        return len(text)

    def flush(self) -> None:
        if self._rest:
            text, self._rest = self._rest, ""
            self._write(text)
