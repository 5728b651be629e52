"""Whether regular expressions of the shell match texts that are known."""

from __future__ import annotations

import re

from hookwright.patterns import late_pattern

_LONGEST = 400
# What Python reads in another way.
_ODD = late_pattern(r"\[\[:|[+*?}][+*{]|\\[<>]")
_ATOM = late_pattern(
    r"\\(?P<escaped>.)|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|(?P<group>\((?:\?:)?)|(?P<sign>[)|^$])|[^*?{]", re.DOTALL
)
_MAYBE = late_pattern(r"[*?]|\{0?,\d*\}|\{0\}")
_NO_WIDTH = frozenset("bB")


def matches(pattern: str, text: str) -> bool | None:
    """Whether an extended regular expression matches somewhere; None if it is not one that Python reads alike."""
    if len(pattern) > _LONGEST or len(text) > _LONGEST:
        return None
    if not text and not _Scan(pattern).may_be_empty():
        return False
    if _ODD.search(pattern):
        return None
    try:
        return re.search(pattern, text) is not None
    except (re.error, RecursionError, OverflowError):
        return None


class _Scan:
    """Looks through an expression for what has to match a character, which takes far less time than to compile it."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def may_be_empty(self, depth: int = 0) -> bool:
        """Whether one of the alternatives up to the end of a group may match an empty text."""
        empty, any_empty = True, False
        while self.at < len(self.pattern):
            found = _ATOM.match(self.pattern, self.at)
            if found is None or depth > _LONGEST // 10:
                return True
            self.at = found.end()
            if found["sign"] == "|":
                empty, any_empty = True, any_empty or empty
            elif found["sign"] == ")":
                break
            elif not found["sign"]:
                inner = self.may_be_empty(depth + 1) if found["group"] else found["escaped"] in _NO_WIDTH
                repeated = _MAYBE.match(self.pattern, self.at)
                empty = empty and (inner or repeated is not None)
                self.at = repeated.end() if repeated is not None else self.at
        return any_empty or empty
