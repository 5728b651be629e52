"""What an expression in a script comes to, as far as it is known: texts, JSON objects, parts of the payload."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a part of the payload; empty for all of it."""


class Tagged(Struct, frozen=True, tag=True, array_like=True):
    """One of several kinds of things: written down, it is a list that begins with the name of its class."""


class Spot(Struct, frozen=True, gc=False, array_like=True):
    """A piece of a text, as code-point offsets; `file` is the path of an imported file, empty for the script itself."""

    start: int
    end: int
    file: str = ""


class Unknown(Tagged, frozen=True):
    """A value of which nothing is known, except which parts of the payload it is made `of`."""

    of: tuple[Path, ...] = ()


class Literal(Tagged, frozen=True, gc=False):
    """A value that is written out: a text, a number, a boolean, or null."""

    value: str | int | float | bool | None


class Text(Tagged, frozen=True):
    """A text that is joined of several values."""

    parts: tuple[Value, ...]


class Member(Struct, frozen=True, array_like=True):
    """A key of an object with its value.  `certain` is false if only some runs have it; `spot` is the key's."""

    key: str
    value: Value
    spot: Spot
    certain: bool = True


class Record(Tagged, frozen=True):
    """An object.  Where it is `open`, it may have other members too."""

    members: tuple[Member, ...]
    open: bool = False

    def member(self, key: str) -> Member | None:
        """The member of that key."""
        return next((it for it in self.members if it.key == key), None)


class Items(Tagged, frozen=True):
    """A list; where it is `open`, it may have other items too."""

    items: tuple[Value, ...]
    open: bool = False


class Payload(Tagged, frozen=True):
    """The part of the payload, parsed, at the end of a path."""

    path: Path = ()


class PayloadText(Tagged, frozen=True):
    """The text on stdin, as it is."""


class Variable(Tagged, frozen=True):
    """The value of an environment variable that the script does not set."""

    name: str


class Argument(Tagged, frozen=True):
    """A command-line argument of the script, the first is 1; 0 stands for all of them."""

    number: int


class Json(Tagged, frozen=True):
    """The JSON text of a value.

    The values that are `pasted` stand between quotes as they are: it is only JSON if they need no escapes.
    """

    value: Value
    pasted: tuple[Value, ...] = ()


class OneOf(Tagged, frozen=True):
    """One of several values, depending on the run."""

    values: tuple[Value, ...]


Value: TypeAlias = (
    Unknown | Literal | Text | Record | Items | Payload | PayloadText | Variable | Argument | Json | OneOf
)

UNKNOWN = Unknown()
_COMPOUND = frozenset({Text, Record, Items, Json, OneOf})


def within(value: Value) -> Iterator[Value]:
    """The value and every value that it is made of, the outermost first."""
    left = [value]
    while left:
        it = left.pop()
        yield it
        if type(it) not in _COMPOUND:
            continue
        match it:
            case Text(parts=parts) | Items(items=parts) | OneOf(values=parts):
                left += reversed(parts)
            case Record(members=members):
                left += [member.value for member in reversed(members)]
            case Json(value=inner):
                left.append(inner)


def payload_paths(value: Value) -> tuple[Path, ...]:
    """The parts of the payload that a value is made of; the empty path where it is made of the whole of it."""
    kind = type(value)
    if kind is Literal:
        return ()
    if kind is Unknown:
        return value.of  # type: ignore[union-attr]
    found = dict[Path, None]()
    for it in within(value):
        match it:
            case Payload(path=path):
                found[path] = None
            case PayloadText():
                found[()] = None
            case Unknown(of=paths):
                found |= dict.fromkeys(paths)
    return tuple(found)


def is_known(value: Value) -> bool:
    """Whether the whole value is known, however the script is run."""
    return all(isinstance(it, Literal | Record | Items | Json | Text) for it in within(value)) and not any(
        isinstance(it, Record | Items) and it.open for it in within(value)
    )


def wording(value: Value) -> str:
    """The words that are written out in a value, such as those of a message; `…` stands for what is not."""
    match value:
        case Literal(value=bool() | None as constant):
            return str(constant).lower() if constant is not None else "null"
        case Literal(value=literal):
            return str(literal)
        case Text(parts=parts):
            return "".join(wording(it) for it in parts)
        case Record(members=members):
            return " ".join(wording(it.value) for it in members)
        case Items(items=parts) | OneOf(values=parts):
            return " ".join(wording(it) for it in parts)
        case Json(value=inner):
            return wording(inner)
    return "…"


def joined(*parts: Value) -> Value:
    """The text of several values one behind another; texts that are written out become one."""
    flat: list[Value] = []
    for it in parts:
        for one in it.parts if isinstance(it, Text) else (it,):
            last = flat[-1] if flat else None
            if isinstance(last, Literal) and isinstance(one, Literal):
                flat[-1] = Literal(f"{_written(last)}{_written(one)}")
            elif not (isinstance(one, Literal) and one.value == "" and flat):
                flat.append(one)
    if not flat:
        return Literal("")
    return flat[0] if len(flat) == 1 else Text(tuple(flat))


def _written(it: Literal) -> str:
    return "" if it.value is None else str(it.value)


def as_record(value: Mapping[str, object], spot: Spot) -> Record:
    """The object of a JSON text that is written out whole; each key is at `spot`."""
    return Record(tuple(Member(key, _of_json(it, spot), spot) for key, it in value.items()))


def _of_json(value: object, spot: Spot) -> Value:
    match value:
        case dict():
            return as_record(value, spot)
        case list():
            return Items(tuple(_of_json(it, spot) for it in value))
        case str() | int() | float() | bool() | None:
            return Literal(value)
    return UNKNOWN
