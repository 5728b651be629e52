"""JSON texts with values in them, as `{"reason": "$REASON"}`: the objects that they are the texts of."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from hookwright.patterns import late_pattern
from hookwright.scripts.values import Items, Json, Literal, Member, Record, Spot, Unknown, Value, joined, payload_paths

HOLE = "\ufffc"
"""What stands for a value in a text."""

_BLANKS = late_pattern(r"[ \t\r\n]*")
_STRING = late_pattern(r'"((?>[^"\\\x00-\x1f]+|\\.)*)"')
_ATOM = late_pattern(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|true\b|false\b|null\b")
_DEEPEST = 40


class _NotJson(Exception):
    pass


def json_of(text: str, holes: Sequence[Value], spot: Callable[[int, int], Spot]) -> Json | None:
    """The text of an object or a list; None if the text is not the JSON of one.  `spot` gives the place of a piece."""
    reader = _Reader(text, holes, spot)
    try:
        value = reader.value(0)
        reader.blanks()
    except _NotJson:
        return None
    is_whole = reader.at == len(text) and isinstance(value, Record | Items)
    return Json(value, tuple(reader.pasted)) if is_whole else None


class _Reader:
    """How far the text has been read, and which of the values come next."""

    def __init__(self, text: str, holes: Sequence[Value], spot: Callable[[int, int], Spot]) -> None:
        self.text, self.spot, self.at = text, spot, 0
        self.holes = iter(holes)
        self.pasted: list[Value] = []

    def blanks(self) -> str:
        """Goes behind blanks, and gives the character there."""
        self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Value:
        if depth > _DEEPEST:
            raise _NotJson
        match self.blanks():
            case "{":
                return self._record(depth)
            case "[":
                return self._items(depth)
            case '"':
                return self._string()
            case "\ufffc":
                self.at += 1
                return _inserted(next(self.holes))
        found = _ATOM.match(self.text, self.at)
        if found is None:
            raise _NotJson
        self.at = found.end()
        return Literal(json.loads(found[0]))

    def _record(self, depth: int) -> Record:
        self.at += 1
        members: list[Member] = []
        while self.blanks() != "}" or members:
            if self.blanks() != '"':
                raise _NotJson
            start = self.at
            key = self._string()
            if not isinstance(key, Literal):
                raise _NotJson
            spot = self.spot(start + 1, self.at - 1)
            self._expect(":")
            members.append(Member(str(key.value), self.value(depth + 1), spot))
            if self.blanks() != ",":
                break
            self.at += 1
        self._expect("}")
        return Record(tuple(members))

    def _items(self, depth: int) -> Items:
        self.at += 1
        items: list[Value] = []
        while self.blanks() != "]" or items:
            items.append(self.value(depth + 1))
            if self.blanks() != ",":
                break
            self.at += 1
        self._expect("]")
        return Items(tuple(items))

    def _expect(self, sign: str) -> None:
        if self.blanks() != sign:
            raise _NotJson
        self.at += 1

    def _string(self) -> Value:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise _NotJson
        self.at = found.end()
        pieces = found[1].split(HOLE)
        parts: list[Value] = [_unescaped(pieces[0])]
        for it in pieces[1:]:
            self.pasted.append(next(self.holes))
            parts += [self.pasted[-1], _unescaped(it)]
        return joined(*(it for it in parts if it != Literal("")))


def _unescaped(text: str) -> Literal:
    if "\\" not in text:
        return Literal(text)
    try:
        return Literal(str(json.loads(f'"{text}"', strict=False)))
    except ValueError:
        raise _NotJson from None


def _inserted(value: Value) -> Value:
    """What a value comes to where it stands for a JSON text."""
    if isinstance(value, Json):
        return value.value
    return Unknown(payload_paths(value))
