"""The JSON objects that a script prints, as far as they are known, and where their keys are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from msgspec import Struct

from hookwright.policies.printed import find_object
from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.values import Items, Json, Literal, Member, OneOf, Record, Spot, Text, Value
from hookwright.shell.static_output import UNKNOWN

# Ways to read a value that depends on the run; further ones are left out.
_MOST = 16
_MOST_REMEMBERED = 2048
# What may have one of several values in it.
_ALTERED = frozenset({OneOf, Json, Record, Items, Text})
_WRITTEN = frozenset({Record, Items, Literal})
Path = tuple[str, ...]


class KnownObject(Struct, frozen=True, eq=False):
    """An object that is printed; what only a run can tell is `UNKNOWN` in it.

    `spots` has the places of the keys that are known, by their paths.  It is `whole` if it has no other keys, and
    all of these in every run.
    """

    printed: Print
    value: Mapping[str, Any]
    spots: Mapping[Path, Spot]
    whole: bool

    def spot(self, path: Path) -> Spot:
        """Where the key at a path is written, or the nearest one around it; else where the object is printed."""
        return next(
            (self.spots[path[:it]] for it in range(len(path), 0, -1) if path[:it] in self.spots), self.printed.spot
        )


def objects_in(text: str, printed: Print) -> tuple[KnownObject, ...]:
    """What a script with that text prints, if that is an object; several where it depends on the run."""
    if printed.stream is not Stream.STDOUT:
        return ()
    # Every rule asks for every hook; effects are compared by identity, as equal ones take longer to compare than this.
    held = _remembered.get(id(printed))
    if held is not None and held.printed is printed and held.text is text:
        return held.objects
    if len(_remembered) >= _MOST_REMEMBERED:
        _remembered.clear()
    found = _objects_in(text, printed)
    _remembered[id(printed)] = _Remembered(printed, text, found)
    return found


class _Remembered(Struct, frozen=True, eq=False):
    """What something that is printed comes to; it is held here, so that nothing else gets its identity."""

    printed: Print
    text: str
    objects: tuple[KnownObject, ...]


_remembered: dict[int, _Remembered] = {}


def _objects_in(text: str, printed: Print) -> tuple[KnownObject, ...]:
    if isinstance(printed.value, Literal) and "{" not in str(printed.value.value):
        # Most are plain words.
        return ()
    found = list[KnownObject]()
    for value in _variants(printed.value):
        inner = _only_json(value)
        if isinstance(inner, Record):
            found.append(KnownObject(printed, _plain_record(inner), dict(_spots(inner, ())), _is_whole(inner)))
        elif inner is None and (parsed := find_object(text_of(value))) is not None:
            found.append(KnownObject(printed, parsed, _spots_in_text(text, printed.spot, parsed), whole=True))
    return tuple(found)


def text_of(value: Value) -> str:
    """What a value is as a text, with `UNKNOWN` for each part that is not known."""
    # Every rule asks for every text, and this is several times as fast as `match`.
    if type(value) is Literal:
        return "" if value.value is None else str(value.value)
    if type(value) is Text:
        return "".join(map(text_of, value.parts))
    if type(value) is Json and type(value.value) in _WRITTEN:
        return json.dumps(_plain(value.value), ensure_ascii=False)
    return UNKNOWN


def texts_of(value: Value) -> tuple[str, ...]:
    """The texts that a value may be, as `text_of` has them; a few at most."""
    # Nearly all are one of these.
    if isinstance(value, Literal) or (isinstance(value, Text) and _ALTERED.isdisjoint(map(type, value.parts))):
        return (text_of(value),)
    return tuple(map(text_of, _variants(value)))


def _only_json(value: Value) -> Value | None:
    """What the text is the JSON of, but for blanks around it; None if it is not known to be JSON."""
    parts = value.parts if isinstance(value, Text) else (value,)
    inner = [it.value for it in parts if isinstance(it, Json)]
    blank = all(isinstance(it, Json) or (isinstance(it, Literal) and not str(it.value).strip()) for it in parts)
    return inner[0] if blank and len(inner) == 1 else None


def _variants(value: Value) -> Iterator[Value]:
    """What a value can be in a run, with nothing in it that is one of several; a few at most."""
    return islice(_every(value), _MOST)


def _every(value: Value) -> Iterator[Value]:
    match value:
        case OneOf(values=values):
            for it in values:
                yield from _every(it)
        case Json(value=inner):
            yield from map(Json, _every(inner))
        case Text(parts=parts):
            yield from (Text(it) for it in _each(parts))
        case Items(items=items, open=is_open):
            yield from (Items(it, is_open) for it in _each(items))
        case Record(members=members, open=is_open):
            for values in _each(tuple(it.value for it in members)):
                kept = (Member(it.key, one, it.spot, it.certain) for it, one in zip(members, values, strict=True))
                yield Record(tuple(kept), is_open)
        case _:
            yield value


def _each(values: tuple[Value, ...]) -> Iterable[tuple[Value, ...]]:
    if _ALTERED.isdisjoint(map(type, values)):
        return (values,)
    return product(*(tuple(islice(_every(it), _MOST)) for it in values))


def _plain(value: Value) -> Any:  # noqa: ANN401  any JSON
    match value:
        case Literal(value=literal):
            return literal
        case Text():
            return text_of(value)
        case Record():
            return _plain_record(value)
        case Items(items=items, open=is_open):
            return [*map(_plain, items), *([UNKNOWN] if is_open else [])]
    return UNKNOWN


def _plain_record(value: Record) -> dict[str, Any]:
    return {it.key: _plain(it.value) for it in value.members}


def _spots(value: Record, path: Path) -> Iterator[tuple[Path, Spot]]:
    for it in value.members:
        yield (*path, it.key), it.spot
        if isinstance(it.value, Record):
            yield from _spots(it.value, (*path, it.key))


def _is_whole(value: Record) -> bool:
    inside = (it.value for it in value.members if isinstance(it.value, Record))
    return not value.open and all(it.certain for it in value.members) and all(map(_is_whole, inside))


def _spots_in_text(text: str, spot: Spot, value: Mapping[str, Any]) -> dict[Path, Spot]:
    """The keys that stand once in the piece that prints the text."""
    found = dict[Path, Spot]()
    if spot.file:
        return found
    for path in _paths(value, ()):
        key = re.compile(rf"\\?[\"']({re.escape(path[-1])})\\?[\"']\s*:")
        places = [it.span(1) for it in islice(key.finditer(text, spot.start, spot.end), 2)]
        if len(places) == 1:
            found[path] = Spot(*places[0])
    return found


def _paths(value: Mapping[str, Any], path: Path) -> Iterator[Path]:
    for key, inner in value.items():
        yield (*path, key)
        if isinstance(inner, dict):
            yield from _paths(inner, (*path, key))
