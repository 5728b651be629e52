"""The one place where regular expressions out of files are run: bounded in time and memory, in a process of their own.

An expression can take longer than the sun will shine, and nothing in the same process can stop every engine in every
state; so a worker runs them that can be killed, and is started anew when it is needed again.  Without POSIX they run in
this process, under the limits of the engine alone.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from enum import StrEnum
from functools import lru_cache, wraps
from importlib.util import find_spec
from typing import ParamSpec, TypeVar

from msgspec import Struct, field

from hookwright.matching import expression_worker
from hookwright.text import well_formed

SECONDS = 0.1
"""The processor time after which an expression is given up, unless `limited` says otherwise."""
TOTAL_SECONDS = 0.5
"""The same for all expressions of one file, or of one event."""

# A backstop only: the worker counts processor time itself, and ends with it.
_WALL_SECONDS = 10.0
_ENDING_SECONDS = 0.5
_IDLE_SECONDS = 2.0
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
_worker: subprocess.Popen[bytes] | None = None
_asked_at = 0.0


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
        answer = _evaluated(language, pattern, subject, seconds)
        found, fault, taken = answer or (None, "", seconds)
        searched = Searched(found, fault)
        if answer is not None and len(pattern) + len(subject) <= _LONGEST_KEPT:
            _kept[key] = searched, seconds
            if len(_kept) > _MOST_KEPT:
                _kept.popitem(last=False)
    allowance.total.left -= taken
    return searched


_Answer = tuple[bool | None, str, float]


def close() -> None:
    """Ends the worker; the next expression starts another."""
    with _lock:
        _discard()


def _evaluated(language: str, pattern: str, subject: str, seconds: float) -> _Answer | None:
    """None if the worker ended in a way that says nothing of the expression."""
    if sys.platform == "win32" or not sys.executable:
        return expression_worker.evaluate(language, pattern, subject, seconds)
    line = json.dumps([language, pattern, subject, seconds]).encode() + b"\n"
    answer = _asked(line)
    if answer is None:
        return (None, "", seconds) if _discard() == -signal.SIGPROF else None
    found, fault, taken = json.loads(answer)
    return found, fault, taken


def _asked(line: bytes) -> bytes | None:
    """The worker's line; None if there is none, as it could not be started, or ended before it was done."""
    global _worker, _asked_at  # noqa: PLW0603  there is one worker for all
    try:
        if _worker is None:
            _worker = _started()
            _end_when_idle(_IDLE_SECONDS)
        _asked_at = time.monotonic()
        assert _worker.stdin is not None
        assert _worker.stdout is not None
        _worker.stdin.write(line)
        waiting, answer = select.poll(), b""
        waiting.register(_worker.stdout, select.POLLIN)
        while not answer.endswith(b"\n"):
            chunk = _worker.stdout.read(4096) if waiting.poll(_WALL_SECONDS * 1000) else b""
            if not chunk:
                return None
            answer += chunk
    except OSError:
        return None
    return answer


def _end_when_idle(seconds: float) -> None:
    timer = threading.Timer(seconds, _end_if_idle)
    timer.daemon = True
    timer.start()


def _end_if_idle() -> None:
    with _lock:
        left = _asked_at + _IDLE_SECONDS - time.monotonic()
        if left <= 0:
            _discard()
        elif _worker is not None:
            _end_when_idle(left)


def _started() -> subprocess.Popen[bytes]:
    place = find_spec("quickjs")
    packages = os.path.dirname(os.path.dirname(place.origin or "")) if place is not None else ""
    # Without the site's packages it starts in half the time; a session of its own keeps Ctrl-C from it.
    return subprocess.Popen(
        [sys.executable, "-I", "-S", expression_worker.__file__, packages],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
    )


def _discard() -> int | None:
    """Ends the worker if there is one, and says how it ended."""
    global _worker
    ended, _worker = _worker, None
    if ended is None:
        return None
    with ended:
        # It ends with its input; one that does not, as it computes or was stopped, is killed.
        if ended.stdin is not None:
            ended.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            return ended.wait(_ENDING_SECONDS)
        ended.kill()
    return ended.returncode


atexit.register(close)
