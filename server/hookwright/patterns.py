"""Regular expressions that are compiled on first use: a run needs few of them, and to compile one takes up to 1 ms."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = ("match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer")


def late_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` makes of it, made on first use; its methods are to be called, not the functions of `re`."""
    return cast("re.Pattern[AnyStr]", LatePattern(pattern, flags))


class LatePattern:
    """Stands for a compiled pattern, whose methods become its own as soon as one of them is asked for."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever a pattern has
        compiled: re.Pattern[Any] = re.compile(*self._given)
        self.__dict__.update({it: getattr(compiled, it) for it in _METHODS})
        return getattr(compiled, name)
