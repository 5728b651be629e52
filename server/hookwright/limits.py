"""How large, how deep and how exact JSON may be that comes from elsewhere, on every interface alike."""

from __future__ import annotations

from collections.abc import Mapping
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

# Python's own come first: asking what else is a Mapping takes ten times as long.
_OBJECTS = (dict, Mapping)
_HOLDING = (dict, list, tuple, Mapping)
_SCALARS = frozenset({str, int, float, bool, type(None)})


def is_deeper(value: object, most: int = MOST_DEPTH) -> bool:
    """Whether objects and arrays are nested in more levels; a value that holds itself is."""
    level: list[Any] = [value] if isinstance(value, _HOLDING) else []
    for _ in range(most):
        if not level:
            return False
        found = {
            id(it): it
            for outer in level
            for it in (outer.values() if isinstance(outer, _OBJECTS) else outer)
            if it.__class__ not in _SCALARS and isinstance(it, _HOLDING)
        }
        level = list(found.values())
    return bool(level)
