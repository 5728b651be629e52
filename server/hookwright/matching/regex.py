"""Whether a text is a regular expression of its flavor, and whether it holds on a subject, within a limit of time."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from hookwright.matching.expressions import ExpressionLanguage, search
from hookwright.matching.offense import offending_piece
from hookwright.matching.rust import NotRust, as_python
from hookwright.matching.simple import holds_simple, parse_simple
from hookwright.model.language import LINEAR, Flavor

_WORDING = {
    "expecting ')'": "the group is never closed",
    "extraneous characters at the end": "there is no group to close",
    "nothing to repeat": "a quantifier has nothing to repeat",
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
# Python adds where it is, which is found anew for the pattern as it was written.
_PYTHON_WORDING = {
    "missing ), unterminated subpattern": "the group is never closed",
    "unbalanced parenthesis": "there is no group to close",
    "nothing to repeat": "a quantifier has nothing to repeat",
    "multiple repeat": "a quantifier has nothing to repeat",
    "unterminated character set": "the class is never closed",
    "bad character range": "the range in the class is out of order",
    "min repeat greater than max repeat": "the counts are out of order",
    "unknown extension": "a group cannot begin like this",
    "bad escape": "it has an escape that is not known",
    "redefinition of group name": "two groups have the same name",
    "global flags not at the start": "flags must be at the start, or in a group, as in `(?i:…)`",
}


class Fault(Struct, frozen=True):
    """What is wrong with a matcher; `start` and `end` are indices into its text, the whole of it where unclear."""

    message: str
    start: int
    end: int


def syntax_fault(pattern: str, flavor: Flavor = Flavor.JAVASCRIPT) -> Fault | None:
    """Why the pattern is no regular expression, None if it is one (flags: none)."""
    if _simple(pattern) is not None:
        return None
    try:
        language, written = _written(pattern, flavor)
    except NotRust as fault:
        return Fault(str(fault).replace(Flavor.RUST.value, flavor.value), fault.start, fault.end)
    # An empty subject makes it compile; a valid one that is slow on it is not a syntax error.
    message = search(language, written, "").fault
    return _fault(pattern, message) if message else None


def holds(
    pattern: str, subject: str, *, whole: bool, flavor: Flavor = Flavor.JAVASCRIPT, anew: bool = False
) -> bool | None:
    """Whether a valid pattern is found in the subject, or matches the whole of it; None if it was given up.

    `anew`: it is tried, even if it was given up on other subjects.
    """
    simple = _simple(pattern)
    if simple is not None:
        held = holds_simple(simple, subject, whole=whole)
        if held is not None:
            return held
    try:
        language, written = _written(pattern, flavor)
    except NotRust:
        return False
    if whole:
        written = f"^(?:{written})$" if language is ExpressionLanguage.JAVASCRIPT else rf"\A(?:{written})\Z"
    return search(language, written, subject, anew=anew).found


_simple = lru_cache(maxsize=4096)(parse_simple)


@lru_cache(maxsize=4096)
def _written(pattern: str, flavor: Flavor) -> tuple[ExpressionLanguage, str]:
    """The pattern for an engine that there is here, and which one that is."""
    if flavor is Flavor.JAVASCRIPT:
        return ExpressionLanguage.JAVASCRIPT, pattern
    return ExpressionLanguage.PYTHON, as_python(pattern) if flavor in LINEAR else pattern


@lru_cache(maxsize=1024)
def _fault(pattern: str, message: str) -> Fault:
    start, end = offending_piece(pattern) or (0, len(pattern))
    worded = next((said for begins, said in _PYTHON_WORDING.items() if message.startswith(begins)), message)
    return Fault(_WORDING.get(message, worded), start, end)
