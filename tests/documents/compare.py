"""Compares what a command prints with what a page shows.

In a page, `…` alone stands for any lines, and in a line for any text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LEFT_OUT = "…"


def missed(printed: str, lines: Sequence[str]) -> str | None:
    """The first line of the page that is not printed in its place, or the other way round; None where all is there."""
    at, skips, rest = 0, False, printed.splitlines()
    for it in lines:
        if it == LEFT_OUT:
            skips = True
            continue
        pattern = re.compile(".*".join(map(re.escape, it.rstrip().split(LEFT_OUT))) + r"\s*")
        places = range(at, len(rest)) if skips else range(at, min(at + 1, len(rest)))
        found = next((place for place in places if pattern.fullmatch(rest[place])), None)
        if found is None:
            return it
        at, skips = found + 1, False
    return None if skips or at == len(rest) else rest[at]
