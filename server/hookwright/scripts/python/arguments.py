"""The arguments of a call."""

from __future__ import annotations

import ast

from msgspec import Struct

from hookwright.scripts.python.things import Dictionary, Listing, Thing, unknown
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Value


class Given(Struct, eq=False):
    """What a call is given; where it is `open`, there may be more arguments."""

    node: ast.Call
    args: list[Thing]
    keywords: dict[str, Thing]
    open: bool = False

    def arg(self, number: int, name: str = "") -> Thing | None:
        """The argument at a place or of a name."""
        if number < len(self.args):
            return self.args[number]
        return self.keywords.get(name)

    def flag(self, name: str) -> bool | None:
        """A keyword that is true or false; None if it is not known."""
        it = self.keywords.get(name)
        value = getattr(it, "value", None)
        return False if it is None else value if isinstance(value, bool) else None


def arguments(walk: Walk, node: ast.Call) -> Given:
    """Evaluates the arguments of a call."""
    given = Given(node, [], {})
    for it in node.args:
        if isinstance(it, ast.Starred):
            _spread(walk, walk.value(it.value), given)
        else:
            given.args.append(walk.value(it))
    for word in node.keywords:
        thing = walk.value(word.value)
        if word.arg is not None:
            given.keywords[word.arg] = thing
            continue
        spread = walk.object(thing)
        if isinstance(spread, Dictionary):
            given.keywords |= {key: entry.thing for key, entry in spread.entries.items()}
            given.open = given.open or spread.open
        else:
            given.open = True
    return given


def _spread(walk: Walk, thing: Thing, given: Given) -> None:
    it = walk.object(thing)
    if isinstance(it, Listing):
        given.args += it.things
        given.open = given.open or it.open
    else:
        given.args.append(unknown(walk.plain(thing)))
        given.open = True


def made_of(walk: Walk, *things: Thing) -> Value:
    """Something that is made of things."""
    return unknown(*map(walk.plain, things)) if things else UNKNOWN
