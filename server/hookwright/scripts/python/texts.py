"""Texts that are made of a pattern and values: `%` and `str.format`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hookwright.patterns import late_pattern
from hookwright.scripts.python.things import Listing, Thing, unknown
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, Text, Value, joined

_PERCENT = late_pattern(r"%(?:%|[-+ #0]*(?:\d+|\*)?(?:\.\d+)?[srdiufFgGxXeEac]|\(\w+\)[-+ #0]*\d*(?:\.\d+)?[srdif])")
_LONGEST = 20_000
_MOST_PARTS = 200
_BRACES = late_pattern(r"\{\{|\}\}|\{(\w*)([^{}]*)\}")


def put_together(*values: Value) -> Value:
    """The text of several values one behind another, as long as it is not too long."""
    found = joined(*values)
    parts = found.parts if isinstance(found, Text) else (found,)
    length = sum(len(it.value) for it in parts if isinstance(it, Literal) and isinstance(it.value, str))
    return found if length <= _LONGEST and len(parts) <= _MOST_PARTS else unknown(found)


def formatted(walk: Walk, pattern: str, given: Thing) -> Value:
    """`pattern % given`."""
    it = walk.object(given)
    things = [*it.things] if isinstance(it, Listing) and not it.open else [given]
    parts: list[Value] = []
    at = 0
    for found in _PERCENT.finditer(pattern):
        parts.append(Literal(pattern[at : found.start()]))
        at = found.end()
        if found[0] == "%%":
            parts.append(Literal("%"))
        elif found[0][1] == "(":
            parts.append(unknown(walk.plain(given)))
        else:
            parts.append(walk.plain(things.pop(0)) if things else UNKNOWN)
    return put_together(*parts, Literal(pattern[at:]))


def of_format(walk: Walk, pattern: str, args: Sequence[Thing], keywords: Mapping[str, Thing]) -> Value:
    """`pattern.format(*args, **keywords)`."""
    number = 0

    def value(found: re.Match[str]) -> Value:
        nonlocal number
        name, more = found[1], found[2]
        if name == "":
            name, number = str(number), number + 1
        thing = args[int(name)] if name.isdecimal() and int(name) < len(args) else keywords.get(name, UNKNOWN)
        return unknown(walk.plain(thing)) if more else walk.plain(thing)

    parts: list[Value] = []
    at = 0
    for found in _BRACES.finditer(pattern):
        parts.append(Literal(pattern[at : found.start()]))
        parts.append(Literal(found[0][0]) if found[0] in ("{{", "}}") else value(found))
        at = found.end()
    return put_together(*parts, Literal(pattern[at:]))
