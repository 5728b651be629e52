"""The types of params and answers as they are on the wire, for every document that is made from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from hookwright.embedding.params import camel

Class = type[Any]
"""A dataclass, or the type of a dictionary."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON."""


@dataclass(frozen=True, slots=True)
class Basic:
    """A text, a number, a truth value or null, as the Python class."""

    of: type


@dataclass(frozen=True, slots=True)
class Words:
    """One of these texts; `enum` is the class that lists them, if there is one."""

    values: tuple[str, ...]
    enum: type[Enum] | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value of one of these types."""

    options: tuple[WireType, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of such values."""

    item: WireType


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with any keys and such values."""

    value: WireType


@dataclass(frozen=True, slots=True)
class Object:
    """An object with the members of a class."""

    of: Class


WireType = Anything | Basic | Words | OneOf | ListOf | MapOf | Object


@dataclass(frozen=True, slots=True)
class MemberOf:
    """A member of an object, by its name on the wire."""

    name: str
    type: WireType
    required: bool


def wire_type(kind: Any) -> WireType:  # noqa: ANN401  a type
    """What values of a Python type are on the wire."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return Anything()
    if origin is Literal:
        return Words(inner)
    if origin in {Union, UnionType}:
        return OneOf(tuple(map(wire_type, inner)))
    if origin is list:
        return ListOf(wire_type(inner[0]))
    if origin in {dict, Mapping}:
        return MapOf(wire_type(inner[1]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Words(tuple(it.value for it in kind), kind)
    return Object(kind) if is_typeddict(kind) or is_dataclass(kind) else Basic(NoneType if kind is None else kind)


def members(of: Class) -> list[MemberOf]:
    """The members of an object, in the order of its class."""
    kinds = get_type_hints(of, include_extras=True)
    if is_dataclass(of):
        optional = {it.name for it in fields(of) if it.default is not MISSING or it.default_factory is not MISSING}
        return [MemberOf(camel(it.name), wire_type(kinds[it.name]), it.name not in optional) for it in fields(of)]
    found = []
    for name, kind in kinds.items():
        optional_kind = get_args(kind)[0] if get_origin(kind) is NotRequired else None
        found.append(MemberOf(name, wire_type(optional_kind or kind), optional_kind is None))
    return found


def objects(kinds: Iterable[Any]) -> list[Class]:
    """The classes of the objects in these types, each once and behind those that it consists of, save itself."""
    found: dict[Class, None] = {}
    begun: set[Class] = set()

    def add(it: WireType) -> None:
        match it:
            case OneOf(options):
                for option in options:
                    add(option)
            case ListOf(inner) | MapOf(inner):
                add(inner)
            case Object(of) if of not in begun:
                begun.add(of)
                for member in members(of):
                    add(member.type)
                found[of] = None

    for kind in kinds:
        add(wire_type(kind))
    return list(found)


def wire_name(of: Class) -> str:
    """Its name there, where everything is JSON."""
    return of.__name__.removesuffix("Json")


def summary_of(of: Class) -> str:
    """The first line of what its class says of itself."""
    return (of.__doc__ or "").strip().splitlines()[0]
