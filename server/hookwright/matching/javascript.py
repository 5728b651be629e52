"""Whether a text is a JavaScript regular expression, and whether it holds on a subject, within a time limit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from hookwright.matching.offence import offending_piece
from hookwright.matching.simple import holds_simple, parse_simple
from hookwright.text import well_formed

TIME_LIMIT = 0.1
"""Seconds of computing after which a pattern is given up."""

_MEMORY_LIMIT = 32 << 20
_GIVEN_UP = ("interrupted", "out of memory")
_TEST = "(pattern, subject) => new RegExp(pattern).test(subject)"
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


def holds(pattern: str, subject: str, *, whole: bool) -> bool | None:
    """Whether a valid pattern is found in the subject, or matches the whole of it; None where it was given up."""
    simple = _simple(pattern)
    if simple is not None:
        held = holds_simple(simple, subject, whole=whole)
        if held is not None:
            return held
    found, _ = _ask(f"^(?:{pattern})$" if whole else pattern, subject)
    return found


_simple = lru_cache(maxsize=4096)(parse_simple)


@lru_cache(maxsize=1024)
def _compiled_fault(pattern: str) -> Fault | None:
    # An empty subject makes it compile; what is valid but slow on it is no fault of syntax.
    found, message = _ask(pattern, "")
    if found is not None or message in _GIVEN_UP:
        return None
    start, end = offending_piece(pattern) or (0, len(pattern))
    return Fault(_WORDING.get(message, message), start, end)


def _ask(pattern: str, subject: str) -> tuple[bool | None, str]:
    """The engine's answer, or None and its complaint."""
    import quickjs  # type: ignore[import-untyped]

    try:
        return bool(_tester(threading.get_ident())(well_formed(pattern), well_formed(subject))), ""
    except quickjs.JSException as error:
        return None, str(error).partition("\n")[0].partition(": ")[2]


@lru_cache(maxsize=8)
def _tester(_thread: int) -> Callable[[str, str], object]:
    """The test function of an engine that belongs to one thread."""
    import quickjs

    context = quickjs.Context()
    context.set_time_limit(TIME_LIMIT)
    context.set_memory_limit(_MEMORY_LIMIT)
    tester: Callable[[str, str], object] = context.eval(_TEST)
    return tester
