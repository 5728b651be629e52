"""Moves arguments of a tool call from one name to another; a name leads into objects (`.`) and lists (`[]`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from hookwright.patterns import late_pattern

EACH = "[]"
_NAME = late_pattern(r"[^.\[\]]+(?:\[\])?(?:\.[^.\[\]]+(?:\[\])?)*")

Path = tuple[str, ...]


class Move(Struct, frozen=True):
    """One argument under two names; `source` has as many lists on its way as `target`."""

    source: Path
    target: Path

    def back(self) -> Move:
        """The same the other way round."""
        return Move(self.target, self.source)


def parse_path(text: str) -> Path | None:
    """`edits[].old_text` → `("edits", "[]", "old_text")`; None if it is not a name."""
    if not _NAME.fullmatch(text):
        return None
    return tuple(part for key in text.split(".") for part in ((key[:-2], EACH) if key.endswith(EACH) else (key,)))


def moved(arguments: dict[str, Any], moves: Iterable[Move]) -> dict[str, Any]:
    """The arguments under their new names; those that no move names stay as they are.

    All are taken before any is put, so that two arguments can change places.  An object or a list is dropped once all
    that was in it has moved away.
    """
    # A list stands around all, so that taking and putting have a parent for everything.
    root: dict[str, Any] = {"": _copy(arguments)}
    taken = [(move, list(_take(root, ("", *move.source)))) for move in moves]
    for move, values in taken:
        for indices, value in values:
            _put(root[""], move.target, list(indices), value)
    for move, values in taken:
        if values:
            _prune(root[""], move.source)
    return dict(root[""])


def _copy(value: Any) -> Any:  # noqa: ANN401  any JSON
    match value:
        case dict():
            return {key: _copy(it) for key, it in value.items()}
        case list() | tuple():
            return [_copy(it) for it in value]
    return value


def _take(value: Any, path: Path, indices: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:  # noqa: ANN401
    """Removes what is at `path`, and gives it with its place in each list on the way."""
    head, rest = path[0], path[1:]
    if head == EACH:
        if isinstance(value, list):
            for index, it in enumerate(value):
                if rest:
                    yield from _take(it, rest, (*indices, index))
                else:
                    value[index] = {}
                    yield (*indices, index), it
    elif isinstance(value, dict) and head in value:
        if rest:
            yield from _take(value[head], rest, indices)
        else:
            yield indices, value.pop(head)


def _put(value: Any, path: Path, indices: list[int], it: Any) -> None:  # noqa: ANN401
    """Puts a value at `path`, and makes the objects and lists on the way; what is no container there is replaced."""
    head, rest = path[0], path[1:]
    key: Any = head
    if head == EACH:
        key = indices.pop(0)
        value.extend({} for _ in range(len(value), key + 1))
    if not rest:
        value[key] = it
        return
    kind = list if rest[0] == EACH else dict
    present = value[key] if head == EACH else value.get(key)
    if not isinstance(present, kind):
        value[key] = kind()
    _put(value[key], rest, indices, it)


def _prune(value: dict[str, Any], path: Path) -> None:
    """Drops the containers on the way to `path` that hold nothing any more."""
    key, rest = path[0], path[1:]
    if not rest or key not in value:
        return
    if rest[0] != EACH and isinstance(value[key], dict):
        _prune(value[key], rest)
    if _is_hollow(value[key]):
        del value[key]


def _is_hollow(value: Any) -> bool:  # noqa: ANN401
    if isinstance(value, list):
        return all(_is_hollow(it) for it in value)
    return isinstance(value, dict) and not value
