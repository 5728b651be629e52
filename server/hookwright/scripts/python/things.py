"""What a Python expression comes to: a value of the model, or something that only Python code works with."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from hookwright.scripts.values import (
    UNKNOWN,
    Argument,
    Items,
    Json,
    Literal,
    OneOf,
    Path,
    Payload,
    PayloadText,
    Record,
    Spot,
    Text,
    Unknown,
    Value,
    Variable,
    payload_paths,
    within,
)

_MOST_CHOICES = 24
_MOST_ABOUT = 8
_MOST_ITEMS = 100


class Known(Struct, frozen=True):
    """A thing of the library or of a package by its dotted name; what a call of it gives ends in `()`."""

    name: str


class Function(Struct, frozen=True, eq=False):
    """A function of the script, with the frame that it is made in, and the object that it is a method of."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    frame: int
    owner: Thing | None = None
    kind: str = ""


class Class(Struct, frozen=True, eq=False):
    """A class of the script; `frame` has its attributes, `bases` are those that are known."""

    node: ast.ClassDef
    frame: int
    bases: tuple[Thing, ...] = ()
    fields: tuple[str, ...] = ()


class OwnModule(Struct, frozen=True):
    """A file that the script imports, by the frame of its names."""

    frame: int


class Beside(Struct, frozen=True):
    """A path below the script's folder, by what follows the folder's own."""

    path: str


def up(path: str) -> str:
    """The folder of a path."""
    return posixpath.normpath(posixpath.join(path, ".."))


class Partial(Struct, frozen=True, eq=False):
    """A function with some of its arguments, as `functools.partial` makes it."""

    of: Thing
    things: tuple[Thing, ...]
    keywords: Mapping[str, Thing]


class Ref(Struct, frozen=True):
    """A dictionary, a list or an instance, which several names may share."""

    number: int


class Super(Struct, frozen=True):
    """An object as one of the classes that its own extends, as `super()` gives it."""

    owner: Ref


class Chosen(Struct, frozen=True):
    """One of several things, depending on the run, decided by what it is `about`."""

    things: tuple[Thing, ...]
    about: tuple[Value, ...] = ()


Thing: TypeAlias = Value | Known | Function | Class | OwnModule | Beside | Partial | Ref | Super | Chosen


class Entry(Struct, frozen=True):
    """A value of a dictionary; `spot` is its key's."""

    thing: Thing
    spot: Spot = Spot(0, 0)
    certain: bool = True


class Dictionary(Struct, frozen=True, eq=False):
    """A dictionary with keys that are written out; where it is `open`, it may have others.

    What it has is decided by what it is `about`, as with a list.
    """

    entries: Mapping[str, Entry]
    open: bool = False
    about: tuple[Value, ...] = ()


class Listing(Struct, frozen=True, eq=False):
    """A list, tuple or set; where it is `open`, it may have other items, or lack some of these.

    Where it has `some`, it is not empty in any case.
    """

    things: tuple[Thing, ...]
    open: bool = False
    about: tuple[Value, ...] = ()
    some: bool = False

    @property
    def filled(self) -> bool | None:
        """Whether it has items; None if only a run can tell."""
        return True if self.some else None if self.open else bool(self.things)


class Instance(Struct, frozen=True, eq=False):
    """An object of a class of the script."""

    of: Class
    attributes: Mapping[str, Thing]


Object: TypeAlias = Dictionary | Listing | Instance

NONE = Literal(None)
_NO_VALUES = frozenset({Known, Function, Class, OwnModule, Beside, Partial, Ref, Super})
# Values that a run may have instead of any of these are no news: each may be missing, too.
_MAY_BE_EMPTY = frozenset({Payload, PayloadText, Variable, Argument})
_DIFFERING = _MAY_BE_EMPTY | {Unknown}


def same(one: Thing, other: Thing) -> bool:
    """Whether two things are one and the same."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Literal) and isinstance(other, Literal):
        return type(one.value) is type(other.value) and one.value == other.value
    return one == other


def choose(things: Iterable[Thing], about: Iterable[Value] = ()) -> Thing:
    """One of the things; what is decided by `about` stays known."""
    found: list[Thing] = []
    reasons = dict.fromkeys(about)
    for thing in things:
        if isinstance(thing, Chosen):
            reasons |= dict.fromkeys(thing.about)
        for it in thing.things if isinstance(thing, Chosen) else (thing,):
            if not any(same(it, one) for one in found):
                found.append(it)
    if any(type(it) in _MAY_BE_EMPTY for it in found):
        found = [it for it in found if not (isinstance(it, Literal) and not it.value)]
    if len(found) == 1:
        return found[0]
    kept = tuple(reasons)[:_MOST_ABOUT]
    if not found or len(found) > _MOST_CHOICES:
        return Chosen((Unknown(_paths(found)),), kept) if kept else Unknown(_paths(found))
    return Chosen(tuple(found), kept)


def choices(thing: Thing) -> tuple[Thing, ...]:
    """All that a thing may be."""
    return thing.things if isinstance(thing, Chosen) else (thing,)


def simple(thing: Thing) -> Value:
    """The value of a thing in the model, if it is not an object."""
    if isinstance(thing, Chosen):
        values = tuple(dict.fromkeys(simple(it) for it in thing.things))
        return values[0] if len(values) == 1 else OneOf(values)
    return UNKNOWN if type(thing) in _NO_VALUES else thing  # type: ignore[return-value]


def text_of(thing: Thing) -> str | None:
    """The text that is written out."""
    return thing.value if isinstance(thing, Literal) and isinstance(thing.value, str) else None


def bounded(it: Object) -> Object:
    """The object, of which no more is kept than a script can be expected to use."""
    match it:
        case Listing(things=things) if len(things) > _MOST_ITEMS:
            return Listing(things[:_MOST_ITEMS], open=True, about=it.about, some=it.filled is True)
        case Dictionary(entries=entries) if len(entries) > _MOST_ITEMS:
            return Dictionary(dict(list(entries.items())[:_MOST_ITEMS]), open=True, about=it.about)
    return it


def about(value: Value) -> tuple[Value, ...]:
    """The parts of a value that differ between runs."""
    found = dict[Value, None]()
    for it in within(value):
        if type(it) in _DIFFERING:
            found[it] = None
    if len(found) > 1:
        found.pop(UNKNOWN, None)
    return tuple(found)[:_MOST_ABOUT]


def unknown(*values: Value) -> Unknown:
    """Something that is made of values."""
    paths = dict[Path, None]()
    for it in values:
        paths |= dict.fromkeys(payload_paths(it))
    return Unknown(tuple(paths)[:_MOST_ABOUT]) if paths else UNKNOWN


def _paths(things: Iterable[Thing]) -> tuple[Path, ...]:
    return unknown(*map(simple, things)).of


def truth_of_value(value: Value) -> bool | None:
    """Whether a value counts as true; None if only a run can tell."""
    match value:
        case Literal(value=it):
            return bool(it)
        case Json():
            return True
        case Text(parts=parts):
            return True if any(truth_of_value(it) for it in parts) else None
        case Record(members=members, open=is_open):
            return True if any(it.certain for it in members) else None if members or is_open else False
        case Items(items=items, open=is_open):
            return None if is_open else bool(items)
        case OneOf(values=values):
            found = {truth_of_value(it) for it in values}
            return found.pop() if len(found) == 1 else None
    return None
