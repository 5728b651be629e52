"""Whether a text is a JavaScript regular expression, and whether it holds on a subject, within a limit of time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hookwright.matching.expressions import ExpressionLanguage, search
from hookwright.matching.offence import offending_piece
from hookwright.matching.simple import holds_simple, parse_simple

_JAVASCRIPT = ExpressionLanguage.JAVASCRIPT
_WORDING = {
    "expecting ')'": "the group is never closed",
    "extraneous characters at the end": "there is no group to close",
    "nothing to repeat": "there is nothing to repeat",
    "unexpected end": "it ends too early",
    "invalid class range": "the range in the class is out of order",
    "invalid repetition count": "the counts are out of order",
    "invalid group": "a group cannot begin like this",
    "invalid group name": "the name of the group is not valid",
    "expecting ':'": "flags must be in a group, as in `(?i:…)`",
    "duplicate group name": "two groups have the same name",
    "group name not defined": "no group has that name",
    "too many captures": "there are too many groups",
    "stack overflow": "it is nested too deeply",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a matcher; `start` and `end` are indices into its text, the whole of it where unclear."""

    message: str
    start: int
    end: int


def syntax_fault(pattern: str) -> Fault | None:
    """Why the pattern is no JavaScript regular expression, None where it is one (flags: none)."""
    return None if _simple(pattern) is not None else _compiled_fault(pattern)


def holds(pattern: str, subject: str, *, whole: bool, anew: bool = False) -> bool | None:
    """Whether a valid pattern is found in the subject, or matches the whole of it; None where it was given up.

    `anew`: it is tried, whatever became of it on other subjects.
    """
    simple = _simple(pattern)
    if simple is not None:
        held = holds_simple(simple, subject, whole=whole)
        if held is not None:
            return held
    return search(_JAVASCRIPT, f"^(?:{pattern})$" if whole else pattern, subject, anew=anew).found


_simple = lru_cache(maxsize=4096)(parse_simple)


def _compiled_fault(pattern: str) -> Fault | None:
    # An empty subject makes it compile; a valid one that is slow on it is not a syntax error.
    message = search(_JAVASCRIPT, pattern, "").fault
    return _fault(pattern, message) if message else None


@lru_cache(maxsize=1024)
def _fault(pattern: str, message: str) -> Fault:
    start, end = offending_piece(pattern) or (0, len(pattern))
    return Fault(_WORDING.get(message, message), start, end)
