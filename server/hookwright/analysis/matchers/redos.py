"""Texts on which a regular expression takes forever: made from its loops, and proved by trying them.

A pattern is read only as far as it takes to write a text for each of its loops; a part that is misread makes a text
that is harmless, as nothing counts that has not been tried within the engine's time limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct, field

from hookwright.matching.expressions import is_exhausted, remembered
from hookwright.matching.regex import holds
from hookwright.patterns import late_pattern

_MANY, _LONGEST_NAME, _LONG = 64, 256, 700
_MOST_TRIED, _MOST_GROUPS = 12, 100
_ANYTHING = ("a", "0", " ", "_", "-", "/", ".", "x", "A", '"')
_QUANTIFIER = late_pattern(r"(?:([*+])|\{\d*(,\d*)?\}|\?)\??")
_GROUP = late_pattern(r"\((\?(?:[:=!]|<[=!]|<[^>]*>))?")
_ESCAPE = late_pattern(r"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pPk](?:\{[^}]*\}|<[^>]*>)|\d+|.)", re.DOTALL)
_CLASS = late_pattern(r"\[\^?(?:[^\]\\]|\\.)*\]", re.DOTALL)
_LOOKS = frozenset({"?=", "?!", "?<=", "?<!"})
_LITERAL_ESCAPE = late_pattern(r"\\[^\w]")


class Attack(Struct, frozen=True):
    """A text that is given up: `prefix`, `pump` as often as `times` says, `suffix`; the loop is at `start` to `end`."""

    start: int
    end: int
    prefix: str
    pump: str
    times: int
    suffix: str

    @property
    def text(self) -> str:
        """The whole of it."""
        return self.prefix + self.pump * self.times + self.suffix


class _Loop(Struct, frozen=True):
    """A repeated piece: where it is, a text that leads up to it, and texts that it repeats.

    `nested`: what it repeats holds a choice or a loop itself.
    """

    start: int
    end: int
    prefix: str
    pumps: tuple[str, ...]
    nested: bool


class _Reader(Struct):
    pattern: str
    index: int = 0
    loops: list[_Loop] = field(default_factory=list)


@remembered(maxsize=512)
def attack(pattern: str, *, whole: bool, long: bool) -> Attack | None:
    """The text that a valid pattern takes forever on, None if none is found.

    What is matched may be `long`, and have several lines, as commands do, or is as short as a name.
    """
    if pattern.count("(") > _MOST_GROUPS:
        return None
    reader = _Reader(pattern)
    _read_choice(reader, "")
    loops = [it for it in reader.loops if it.nested]
    if not loops and not (long and len(reader.loops) > 2):
        return None
    for found in _candidates(reader.loops, loops, long=long):
        held = holds(pattern, found.text, whole=whole, anew=True)
        if is_exhausted():
            return None
        if held is None:
            return found
    return None


def _candidates(loops: list[_Loop], nested: list[_Loop], *, long: bool) -> Iterator[Attack]:
    """Texts to try: the pumps of the loops that may be exponential, then those of all, many more times."""
    suffixes = ("!", "\n", "") if long else ("!", "")
    for loop, pump in _pumps(nested):
        times = min(_MANY, max(2, _LONGEST_NAME // len(pump)))
        yield from (Attack(loop.start, loop.end, loop.prefix, pump, times, it) for it in suffixes)
    shown = (nested or loops)[0]
    for loop, pump in _pumps(loops) if long else ():
        times = max(2, _LONG // len(pump))
        yield Attack(shown.start, shown.end, loop.prefix, pump, times, suffixes[0])


def _pumps(loops: list[_Loop]) -> Iterator[tuple[_Loop, str]]:
    found = ((loop, pump) for loop in loops for pump in dict.fromkeys(loop.pumps) if pump)
    return islice(found, _MOST_TRIED)


def _read_choice(reader: _Reader, prefix: str) -> list[str]:
    """A text for each alternative, up to the end of the group that they are in."""
    found = []
    while True:
        found.append(_read_sequence(reader, prefix))
        if not reader.pattern.startswith("|", reader.index):
            return found
        reader.index += 1


def _read_sequence(reader: _Reader, prefix: str) -> str:
    """A text that the pieces match one after another."""
    text = ""
    while reader.index < len(reader.pattern) and reader.pattern[reader.index] not in "|)":
        start, before = reader.index, len(reader.loops)
        samples = _read_piece(reader, prefix + text)
        quantifier = _QUANTIFIER.match(reader.pattern, reader.index)
        if quantifier:
            reader.index = quantifier.end()
            if quantifier[1] or quantifier[2] == ",":
                # What is repeated is a trap if it can be matched in several ways itself.
                inner = reader.loops[before:]
                pumps = (*samples, *(it for loop in inner for it in loop.pumps))
                nested = bool(inner) or len(samples) > 1
                reader.loops.append(_Loop(start, reader.index, prefix + text, pumps, nested))
        text += samples[0]
    return text


def _read_piece(reader: _Reader, prefix: str) -> list[str]:
    """Texts that one piece matches: those of a group's alternatives, or a single one."""
    pattern, index = reader.pattern, reader.index
    if group := _GROUP.match(pattern, index):
        reader.index = group.end()
        found = _read_choice(reader, prefix)
        reader.index += 1
        return [""] if group[1] in _LOOKS else found
    if piece := _CLASS.match(pattern, index) or _ESCAPE.match(pattern, index):
        reader.index = piece.end()
        return [_sample(piece[0])]
    reader.index += 1
    char = pattern[index]
    return ["" if char in "^$" else "a" if char == "." else char]


@remembered(maxsize=512)
def _sample(piece: str) -> str:
    """A character that a class or an escape matches; nothing where it matches none, as boundaries do."""
    if _LITERAL_ESCAPE.fullmatch(piece):
        return piece[1]
    own = [it for it in piece[1:-1] if it.isalnum() or it in " _-/.:"] if piece[0] == "[" else []
    return next((it for it in (*_ANYTHING, *own) if holds(piece, it, whole=True)), "")
