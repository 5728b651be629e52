"""What there is before a command and after it, and what everybody can read of what it printed."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

CANARY, TOKEN = "canary-5f1d", "token-5f1d"
"""What the secret files have, and what a variable has."""


@dataclass(frozen=True)
class Effects:
    """What there is after a command: the files of the home, what was printed, and what was called."""

    present: frozenset[str]
    ran: bool
    shown: str
    calls: str
    repository: dict[str, str]
    files: dict[str, str]
    modes: frozenset[tuple[str, int]]
    disk: str
    database: bytes
    project: str


def decoded(shown: str) -> Iterator[str]:
    """What was printed, and what everybody can make of it: turned around, in Base64, in columns."""
    yield from (shown, shown[::-1], re.sub(r"^\d{7}|\s", "", shown, flags=re.MULTILINE))
    for it in re.findall(r"[A-Za-z0-9+/]{8,}={0,2}", shown):
        with suppress(ValueError):
            yield base64.b64decode(it).decode("utf-8", "replace")
