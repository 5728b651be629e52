"""The few colors of plain text in a terminal."""

from __future__ import annotations

BOLD, DIM, RED, YELLOW, GREEN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[32m"
_RESET = "\x1b[0m"


def tinted(tint: str, text: str, *, color: bool) -> str:
    """The text in that color, as it is where there are to be none."""
    return f"{tint}{text}{_RESET}" if color else text
