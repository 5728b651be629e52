"""Which variables commands set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hookwright.patterns import late_pattern
from hookwright.shell.scopes import Draft
from hookwright.shell.tree import CommandKind, Word

ASSIGNMENT = late_pattern(r"([A-Za-z_]\w*)(\[.*?\])?(\+?)=", re.DOTALL)
"""What an assignment begins with: the name, an index, and the sign of one that adds to the value."""

DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly"})
_SETTING = DECLARING | {"read", "mapfile", "readarray", "getopts", "printf", "let", "unset"}
_NAME = late_pattern(r"([A-Za-z_]\w*)(?:(?:\[.*?\])?\+?=|\Z)", re.DOTALL)


def assigned_by(drafts: Iterable[Draft]) -> Iterator[str]:
    """The names of the variables that the commands set."""
    for it in drafts:
        for word in it.assignments:
            if (found := ASSIGNMENT.match(word.text)) is not None:
                yield found[1]
        first = it.words[0].text if it.words else ""
        if first in _SETTING:
            yield from _named(it.words[1:])
        elif it.kind is CommandKind.HEAD and first in ("for", "select"):
            yield from _named(it.words[1:2])


def _named(words: Iterable[Word]) -> Iterator[str]:
    for it in words:
        if (found := _NAME.match(it.text)) is not None:
            yield found[1]
