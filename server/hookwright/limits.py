"""How large, how deep and how exact JSON may be that comes from elsewhere, on every interface alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

MOST_DEPTH = 128
"""Levels of objects and arrays in an event's payload, a session's entry or a hook's output; the outermost is one.

Parsers give up at different depths: some at 128, `jq` at 256, Python at about 1,000.  A hook must be able to read what
it judges, and whoever acts on an event must have read the same.
"""

MOST_MESSAGE_DEPTH = MOST_DEPTH + 8
"""The same of a whole message, which holds a payload or an outcome."""

MOST_DIGITS = 308
"""Digits of an integer: any such number is also one for programs that count with floating-point numbers."""

MOST_BYTES = 64 * 1024 * 1024
"""Bytes of a message or a payload."""


def is_deeper(value: object, most: int = MOST_DEPTH) -> bool:
    """Whether objects and arrays are nested in more levels; a value that holds itself is."""
    level: list[Any] = [value] if isinstance(value, Mapping | list | tuple) else []
    for _ in range(most):
        if not level:
            return False
        found = {id(it): it for outer in level for it in _members(outer) if isinstance(it, Mapping | list | tuple)}
        level = list(found.values())
    return bool(level)


def _members(value: Any) -> Iterable[object]:  # noqa: ANN401  an object or an array
    return value.values() if isinstance(value, Mapping) else value
