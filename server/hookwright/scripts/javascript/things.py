"""What an expression of JavaScript comes to: the values of the model, and what only a program has, such as functions.

Objects and lists are in cells of the store, as several variables may share one; a `Ref` names the cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.values import Literal, Spot, Value


class Native(Struct, frozen=True):
    """Something that comes with Node, Bun or Deno, by its path: `fs.readFileSync`."""

    name: str


class Foreign(Struct, frozen=True):
    """What comes from a package or a file that is not read: what it does is unknown."""


class Ref(Struct, frozen=True):
    """An object or a list, by its cell."""

    cell: int


class Settle(Struct, frozen=True):
    """What resolves the promise of a cell, or rejects it."""

    cell: int
    rejects: bool = False


class Bound(Struct, frozen=True):
    """A method of a value that is not called yet."""

    receiver: Thing
    name: str


class Either(Struct, frozen=True):
    """One of several, depending on the run."""

    things: tuple[Thing, ...]


class Scope(Struct, frozen=True, eq=False):
    """The cells of variables by name; `home` is the scope of the function, where `var` puts its names."""

    names: dict[str, int]
    outer: Scope | None = None
    home: Scope | None = None

    def find(self, name: str) -> int | None:
        """The cell of the variable that the name means here."""
        scope: Scope | None = self
        while scope is not None:
            cell = scope.names.get(name)
            if cell is not None:
                return cell
            scope = scope.outer
        return None


class Closure(Struct, frozen=True, eq=False):
    """A function of the script, with the scope that it sees; an arrow function has the `this` of that scope."""

    node: Node
    scope: Scope
    this: Thing | None = None


class Kind(Struct, frozen=True, eq=False):
    """A class of the script: the methods of its instances and its own members, by name."""

    node: Node
    scope: Scope
    methods: Mapping[str, Node]
    statics: int
    base: Thing | None = None


Thing: TypeAlias = Value | Native | Foreign | Ref | Settle | Bound | Either | Closure | Kind


class Slot(Struct, frozen=True):
    """A member of an object; `certain` is false if only some runs have it."""

    value: Thing
    spot: Spot
    certain: bool = True


class Record(Struct, frozen=True):
    """The members of an object, in a cell; where it is `open`, it may have others."""

    slots: Mapping[str, Slot]
    open: bool = False
    kind: Kind | None = None


class Row(Struct, frozen=True):
    """The items of a list, in a cell; where it is `open`, it may have others."""

    items: tuple[Thing, ...]
    open: bool = False


Content: TypeAlias = Thing | Record | Row
"""What a cell holds."""

UNDEFINED: Final = Native("undefined")
PENDING: Final = Native("(pending)")
FOREIGN: Final = Foreign()
NOTHING: Final = (UNDEFINED, Literal(None))


def alternatives(thing: Thing) -> tuple[Thing, ...]:
    """Each of the things that it may be."""
    return thing.things if isinstance(thing, Either) else (thing,)


class Args(Struct, frozen=True):
    """The arguments of a call; where they are `open`, there may be more of them."""

    things: tuple[Thing, ...] = ()
    nodes: tuple[Node, ...] = ()
    open: bool = False

    def at(self, index: int) -> Thing:
        """One of them."""
        return self.things[index] if index < len(self.things) else UNDEFINED

    def callbacks(self) -> Iterator[Closure]:
        """The functions of the script among them."""
        return (it for it in self.things if isinstance(it, Closure))
