"""The parts that a `jq` filter is made of."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Identity(Struct, frozen=True):
    """`.`"""


class Key(Struct, frozen=True):
    """`.key` of something; the key is at `start` to `end`, without quotes, and a filter where it is computed."""

    of: Filter
    key: str | Filter
    start: int
    end: int


class Each(Struct, frozen=True):
    """`.[]`, `.[0]` or `.[1:]` of something, with the filters between the brackets."""

    of: Filter
    inner: tuple[Filter, ...] = ()


class Constant(Struct, frozen=True):
    """A number, `true`, `false`, `null` or a text without values in it."""

    value: str | int | float | bool | None


class Interpolated(Struct, frozen=True):
    """A text with filters in it; `form` says how their values are written, as `@sh` does."""

    parts: tuple[str | Filter, ...]
    form: str = ""


class Entry(Struct, frozen=True):
    """A key of an object and its value; the key is at `start` to `end`."""

    key: str | Filter
    value: Filter
    start: int
    end: int


class Object(Struct, frozen=True):
    """`{…}`"""

    entries: tuple[Entry, ...]


class Array(Struct, frozen=True):
    """`[…]`"""

    inner: Filter | None


class Binary(Struct, frozen=True):
    """Two filters with an operator between them: `|`, `,`, `//`, `and`, `==`, `+`, `=` and others."""

    operator: str
    left: Filter
    right: Filter


class Call(Struct, frozen=True):
    """A function with its arguments; those of `jq` and those that the filter defines."""

    name: str
    arguments: tuple[Filter, ...] = ()


class Form(Struct, frozen=True):
    """`@sh`, `@tsv` and their kin."""

    name: str


class Variable(Struct, frozen=True):
    """`$name`"""

    name: str


class If(Struct, frozen=True):
    """`if … then … elif … else … end`; without an `else`, what comes in goes out."""

    condition: Filter
    then: Filter
    otherwise: Filter


class Bind(Struct, frozen=True):
    """`… as $name | …`; with several names in a pattern, none of their values is known."""

    source: Filter
    names: tuple[str, ...]
    body: Filter


class Define(Struct, frozen=True):
    """`def name: …; …`"""

    name: str
    parameters: tuple[str, ...]
    body: Filter
    rest: Filter


class Attempt(Struct, frozen=True):
    """`try … catch …`, and what is before a `?`."""

    body: Filter
    catch: Filter | None = None


class Other(Struct, frozen=True):
    """What is not followed, such as `reduce`, with the filters in it."""

    inner: tuple[Filter, ...]


class Hole(Struct, frozen=True):
    """A value of the shell, by its number, that is written into the filter."""

    number: int


Filter: TypeAlias = (
    Identity
    | Key
    | Each
    | Constant
    | Interpolated
    | Object
    | Array
    | Binary
    | Call
    | Form
    | Variable
    | If
    | Bind
    | Define
    | Attempt
    | Other
    | Hole
)
