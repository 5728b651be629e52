"""What is kept of the calls, loops and scopes that a walk is in."""

from __future__ import annotations

from msgspec import Struct, field

from hookwright.scripts.python.places import Places
from hookwright.scripts.python.state import Key, State
from hookwright.scripts.python.things import Thing
from hookwright.scripts.values import Value


class Returns(Struct):
    """What a call of a function of the script has returned so far, and the states in which it did.

    `carries` where the exit code depends on it.
    """

    carries: bool = False
    owner: Thing | None = None
    things: list[Thing] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    yielded: list[Thing] = field(default_factory=list)


class LoopEnds(Struct):
    """The states in which a loop is left."""

    states: list[State] = field(default_factory=list)
    breaks: bool = False


class Link(Struct, frozen=True, eq=False):
    """Names that were given their values together: each row is what they may be at the same time."""

    keys: tuple[Key, ...]
    things: tuple[Thing, ...]
    rows: tuple[tuple[Thing, ...], ...]
    about: tuple[Value, ...]


class Scope(Struct):
    """Where names are looked for: `frame` is the innermost, `elsewhere` the frames of names declared otherwise.

    `codes` are the names that hold the exit code.
    """

    frame: int
    places: Places
    elsewhere: dict[str, int] = field(default_factory=dict)
    codes: frozenset[str] = frozenset()
