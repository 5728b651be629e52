"""The one place where regular expressions out of files are run: bounded in time and memory, in a process of their own.

An expression can run forever, and nothing in the same process can stop every engine in every state.  So a worker
runs them that can be killed, and is started anew when it is needed again (`expression_process.py`).  Without POSIX they
run in this process, under the limits of the engine alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from msgspec import Struct, field

from hookwright.text import well_formed

SECONDS = 0.1
"""The processor time after which an expression is given up, unless `limited` says otherwise."""
TOTAL_SECONDS = 0.5
"""The same for all expressions of one file, or of one event."""

_MOST_KEPT = 8192
_LONGEST_KEPT = 4096


_Params = ParamSpec("_Params")
_Value = TypeVar("_Value")


class ExpressionLanguage(StrEnum):
    """Whose regular expression it is."""

    JAVASCRIPT = "javascript"
    PYTHON = "python"


class Searched(Struct, frozen=True):
    """Whether an expression was found; None if it is no expression, as `fault` then says, or was given up."""

    found: bool | None
    fault: str = ""


class _Total(Struct):
    left: float
    given_up: set[tuple[str, str]] = field(default_factory=set)


class _Allowance(Struct, frozen=True):
    total: _Total
    each: float


_GIVEN_UP = Searched(None)
_allowance: ContextVar[_Allowance | None] = ContextVar("allowance", default=None)
_kept: OrderedDict[tuple[str, str, str], tuple[Searched, float]] = OrderedDict()
_lock = threading.Lock()


@contextmanager
def limited(total: float = TOTAL_SECONDS, each: float = SECONDS) -> Iterator[None]:
    """Gives all expressions inside so many seconds of processor time together; those behind them are given up.

    Inside of another such limit, that total holds.
    """
    outer = _allowance.get()
    token = _allowance.set(_Allowance(outer.total if outer is not None else _Total(total), each))
    try:
        yield
    finally:
        _allowance.reset(token)


def is_exhausted() -> bool:
    """Whether the time for all is over, so that what is given up now says nothing of the expression."""
    allowance = _allowance.get()
    return allowance is not None and allowance.total.left <= 0


class _NotKept(Exception):
    """Carries an answer past the cache."""


def remembered(maxsize: int) -> Callable[[Callable[_Params, _Value]], Callable[_Params, _Value]]:
    """An `lru_cache` that does not keep what is answered when the time for expressions is over."""

    def decorate(function: Callable[_Params, _Value]) -> Callable[_Params, _Value]:
        @lru_cache(maxsize=maxsize)
        def kept(*arguments: _Params.args, **named: _Params.kwargs) -> _Value:
            answer = function(*arguments, **named)
            if is_exhausted():
                raise _NotKept(answer)
            return answer

        @wraps(function)
        def call(*arguments: _Params.args, **named: _Params.kwargs) -> _Value:
            try:
                # The cache takes what can be hashed, and its type says no more than that.
                return kept(*arguments, **named)  # type: ignore[arg-type]
            except _NotKept as it:
                answer: _Value = it.args[0]
                return answer

        return call

    return decorate


def search(language: ExpressionLanguage, pattern: str, subject: str, *, anew: bool = False) -> Searched:
    """Whether the pattern is found in the subject.

    Inside of `limited`, one that was given up on a subject is given up on every other, unless it is to be tried `anew`.
    """
    allowance = _allowance.get()
    if allowance is None:
        return _search(language, pattern, subject, _Allowance(_Total(SECONDS), SECONDS))
    given_up = allowance.total.given_up
    if not anew and (language, pattern) in given_up:
        return _GIVEN_UP
    searched = _search(language, pattern, subject, allowance)
    if searched == _GIVEN_UP:
        given_up.add((language, pattern))
    return searched


def _search(language: ExpressionLanguage, pattern: str, subject: str, allowance: _Allowance) -> Searched:
    seconds = min(allowance.each, allowance.total.left)
    pattern, subject = well_formed(pattern), well_formed(subject)
    key = (language.value, pattern, subject)
    with _lock:
        kept = _kept.get(key)
        if kept is not None and (kept[0].found is not None or kept[0].fault or kept[1] >= seconds):
            _kept.move_to_end(key)
            return kept[0]
        if seconds <= 0:
            return _GIVEN_UP
        # Most files have no regular expression, and what starts a process takes long to import.
        from hookwright.matching.expression_process import evaluated

        answer = evaluated(language, pattern, subject, seconds)
        found, fault, taken = answer or (None, "", seconds)
        searched = Searched(found, fault)
        if answer is not None and len(pattern) + len(subject) <= _LONGEST_KEPT:
            _kept[key] = searched, seconds
            if len(_kept) > _MOST_KEPT:
                _kept.popitem(last=False)
    allowance.total.left -= taken
    return searched
