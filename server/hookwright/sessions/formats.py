"""The form of an agent's session files: where they are, what lines about hooks have in them, and who reads these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from hookwright.sessions.records import RecordedRun, SessionHead

MOST_LINE = 8 * 1024 * 1024
"""Longer lines are passed over: none of them is about a hook."""


class SessionFormat(Struct, frozen=True, kw_only=True):
    """How one agent writes; `dialect` is its id, `measured` the version whose files were looked at.

    Files are below `folder` of the user's home, at most `depth` folders down, and their names fit `name`, a glob.  A
    line is parsed only if it has one of the `needles` in it.  `read` makes values of such lines of one file, in their
    order; `head` reads what the file's first line says of all.  `unknown` says what leaves no trace, as a sentence.
    """

    dialect: str
    measured: str
    folder: str
    depth: int
    name: str
    needles: tuple[bytes, ...]
    read: Callable[[Iterable[dict[str, Any]], SessionHead, str], Iterator[RecordedRun]]
    head: Callable[[dict[str, Any]], SessionHead] = lambda _: SessionHead()
    unknown: str


def parsed(line: bytes) -> dict[str, Any] | None:
    """The JSON object in a line; None for anything else."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) else None


def member(value: object, *keys: str) -> Any:  # noqa: ANN401  any JSON value
    """What the keys lead to in a JSON value; None if they lead nowhere."""
    for key in keys:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def text_of(value: object, *keys: str) -> str:
    """The text that the keys lead to; empty if they lead to none."""
    found = member(value, *keys)
    return found if isinstance(found, str) else ""
