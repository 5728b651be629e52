"""What was made of a hook file, kept for as long as it is the last reading of its path."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from hookwright.config.view import HookFile

_MOST = 256

Made = TypeVar("Made")

_made: dict[Hashable, tuple[HookFile, Any]] = {}


def remembered(file: HookFile, what: Hashable, make: Callable[[Made | None], Made]) -> Made:
    """What `make` gives, once a reading, for the file and what it gave for the reading before.  From any thread."""
    key = (what, file.path, file.dialect.id, file.scope)
    known = _made.get(key)
    if known is None or known[0] is not file:
        if len(_made) >= _MOST:
            _made.clear()
        known = _made[key] = file, make(known[1] if known is not None else None)
    found: Made = known[1]
    return found
