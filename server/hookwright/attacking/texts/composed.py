"""The text of a guard with what its variables stand for, as many guards put a pattern together from several."""

from __future__ import annotations

from collections.abc import Mapping

from hookwright.attacking.texts.constants import with_constants
from hookwright.patterns import late_pattern

_ASSIGNED = late_pattern(
    r"""(?m)^[ \t]*(?:(?:const|let|var|local|readonly|export|final|static)[ \t]+)*(\w{2,40})[ \t]*=[ \t]*"""
    r"""[rRfFbBuU]{0,2}(["'`/])(.{1,300}?)\2[;,)]{0,2}[ \t]*(?:(?:\#|//).*)?$"""
)
"""A variable that a line sets to a text, in a shell, Python or JavaScript: its name, the quote, and the text."""
_QUOTE = late_pattern(r"'\"'\"'")
"""How a shell has an apostrophe in a text between apostrophes."""
_JOINED = late_pattern(r"(?<!\w)'([^'\n]{1,400})'\"(\$(?:\w+|\{\w+\}))\"(?=[\s;)]|$)")
"""A text between apostrophes with a variable behind it, as a shell joins them."""
_USED = late_pattern(r"\$\{(\w+)\}|\$(\w+)|\{(\w+)\}")
_ROUNDS = 4
"""How many variables deep a pattern may be put together."""
_MOST_OF_VALUE = 2_000
_MOST_GROWTH = 200_000
"""How many characters the text may grow by."""


def composed(text: str) -> str:
    """The text of a script, in which each use of a variable that is set once, to a text, has that text in its place.

    A text that a shell joins of several is one.
    """
    text = with_constants(text)
    text = _JOINED.sub(r"'\1\2'", _QUOTE.sub(lambda _: r"\x27", text))
    set_to: dict[str, set[str]] = {}
    for name, _, value in _ASSIGNED.findall(text):
        set_to.setdefault(name, set()).add(value)
    values = {name: next(iter(it)) for name, it in set_to.items() if len(it) == 1}
    if not values:
        return text
    for _ in range(_ROUNDS):
        values = {name: _filled(it, values, _MOST_OF_VALUE) for name, it in values.items()}
    return _filled(text, values, len(text) + _MOST_GROWTH)


def _filled(text: str, values: Mapping[str, str], most: int) -> str:
    """The text with the values of the variables; as it was if it would be longer than `most` characters."""
    filled = _USED.sub(lambda it: values.get(it[1] or it[2] or it[3], it[0]), text)
    return filled if len(filled) <= most else text
