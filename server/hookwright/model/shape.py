"""What a JSON value has to be, where an agent looks closer than at its type."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Shape(Struct, frozen=True):
    """The type of a value, its words where it has only some, and what is inside it.

    Each element of a list has one of the shapes in `items`; an object has all the `keys`, may have the `optional` ones,
    and anything else in it is ignored.
    """

    kind: str
    words: tuple[str, ...] = ()
    items: tuple[Shape, ...] = ()
    keys: Mapping[str, Shape] = field(default_factory=dict)
    optional: Mapping[str, Shape] = field(default_factory=dict)


TEXT = Shape("string")
"""Any string."""
