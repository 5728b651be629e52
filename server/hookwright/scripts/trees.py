"""The syntax trees of imported files: one that several scripts import is parsed once, until its text changes."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeVar, cast

_Tree = TypeVar("_Tree")
# A tree takes up to a hundred times the room of its text.
_MOST_CHARACTERS = 256 * 1024

_lock = Lock()
_kept: dict[tuple[object, ...], object] = {}


def tree_of(parse: Callable[..., _Tree], text: str, *more: str) -> _Tree:
    """What `parse` makes of a text and of what else it takes; the trees that were asked for last are kept."""
    asked = (parse, text, *more)
    with _lock:
        if asked in _kept:
            # What was asked for last goes last.
            _kept[asked] = found = _kept.pop(asked)
            return cast("_Tree", found)
    made = parse(text, *more)
    with _lock:
        _kept[asked] = made
        size = sum(len(str(it[1])) for it in _kept)
        while size > _MOST_CHARACTERS:
            first = next(iter(_kept))
            size -= len(str(first[1]))
            del _kept[first]
    return made
