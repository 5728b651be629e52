"""Regular expressions that are compiled on first use: a command needs few, and compiling all takes longer than that."""

from __future__ import annotations

import re

_METHODS = ("match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer")


def late_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` makes of it, made on first use; its methods are to be called, not the functions of `re`."""
    return LatePattern(pattern, flags)  # type: ignore[return-value]


class LatePattern:
    """Stands for a compiled pattern, whose methods become its own as soon as one of them is asked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(*self._given)
        vars(self).update({it: getattr(compiled, it) for it in _METHODS})
        return getattr(compiled, name)
