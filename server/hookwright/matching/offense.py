"""Which piece of a broken JavaScript regular expression is to blame, found without compiling anything."""

from __future__ import annotations

import re

from hookwright.patterns import late_pattern

_CLASS_END = late_pattern(r"(?:[^\]\\]|\\.)*\]", re.DOTALL)
_COUNT = late_pattern(r"\{(\d+)(?:,(\d*))?\}")
_QUANTIFIER = late_pattern(rf"[*+?]|{_COUNT.pattern}")
_LOOK = late_pattern(r"\?(?:[:=!]|<[=!]|<[^>]*>|[a-z]*(?:-[a-z]*)?:)")
_RANGE = late_pattern(r"(\\[^dDwWsSbBcxu0-9kpP]|[^\\])-(\\[^dDwWsSbBcxu0-9kpP]|[^\\\]])", re.DOTALL)


def offending_piece(pattern: str) -> tuple[int, int] | None:
    """Start and end of the first piece that cannot stand where it does, None if that cannot be told."""
    opened: list[int] = []
    repeatable = False
    index = 0
    while index < len(pattern):
        found = _look(pattern, index, opened, repeatable=repeatable)
        if isinstance(found, tuple):
            return found
        repeatable = pattern[index] not in "(|^$" and not _QUANTIFIER.match(pattern, index)
        index = found
    return (opened[-1], opened[-1] + 1) if opened else None


def _look(pattern: str, index: int, opened: list[int], *, repeatable: bool) -> int | tuple[int, int]:
    """Where the next piece begins, or the range of the one that is wrong."""
    match pattern[index]:
        case "\\":
            return (index, index + 1) if index + 1 == len(pattern) else index + 2
        case "[":
            return _after_class(pattern, index)
        case "(":
            opened.append(index)
            if pattern[index + 1 : index + 2] != "?":
                return index + 1
            look = _LOOK.match(pattern, index + 1)
            return look.end() if look else (index, min(index + 3, len(pattern)))
        case ")":
            if not opened:
                return index, index + 1
            opened.pop()
            return index + 1
        case "*" | "+" | "?" | "{":
            return _after_quantifier(pattern, index, repeatable=repeatable)
        case _:
            return index + 1


def _after_class(pattern: str, index: int) -> int | tuple[int, int]:
    end = _CLASS_END.match(pattern, index + 1)
    if end is None:
        return index, len(pattern)
    for it in _RANGE.finditer(pattern, index + 1, end.end() - 1):
        if it[1][-1] > it[2][-1] and "\\" not in it[0]:
            return it.span()
    return end.end()


def _after_quantifier(pattern: str, index: int, *, repeatable: bool) -> int | tuple[int, int]:
    end = index + 1
    if pattern[index] == "{":
        count = _COUNT.match(pattern, index)
        if count is None:
            return end
        end = count.end()
        if count[2] and int(count[1]) > int(count[2]):
            return index, end
    if not repeatable:
        return index, end
    return end + 1 if pattern[end : end + 1] == "?" else end
