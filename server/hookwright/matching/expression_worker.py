"""Runs regular expressions; as a script, in a process that may be killed, which imports nothing of hookwright."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

_ENGINE_BYTES = 32 << 20
_PROCESS_BYTES = 512 << 20
# So much later than it should have given up by itself, the process is killed.
_GRACE_SECONDS = 0.1
_TEST = "(pattern, subject) => new RegExp(pattern).test(subject)"
_GIVEN_UP = ("interrupted", "out of memory", "out of memory in regexp execution")

Found = tuple[bool | None, str]
"""Whether the pattern is found in the subject; if that is not known, what is wrong with the pattern, if anything."""


def evaluate(language: str, pattern: str, subject: str, seconds: float) -> tuple[bool | None, str, float]:
    """What is found, what is wrong with the pattern, and how many `seconds` of processor time it took."""
    began = time.process_time()
    try:
        found, complaint = _LANGUAGES[language](pattern, subject, seconds)
    except MemoryError:
        found, complaint = None, ""
    return found, complaint, time.process_time() - began


def _javascript(pattern: str, subject: str, seconds: float) -> Found:
    import quickjs  # type: ignore[import-untyped]

    context, tester = _engine(_thread())
    context.set_time_limit(seconds)
    try:
        return bool(tester(pattern, subject)), ""
    except quickjs.JSException as error:
        message = str(error).partition("\n")[0].partition(": ")[2]
        return None, "" if message in _GIVEN_UP else message


@lru_cache(maxsize=8)
def _engine(_: int) -> tuple[Any, Callable[[str, str], object]]:
    """An engine, which belongs to one thread, and its test function."""
    import quickjs

    context = quickjs.Context()
    context.set_memory_limit(_ENGINE_BYTES)
    return context, context.eval(_TEST)


def _thread() -> int:
    import threading

    return threading.get_ident()


def _python(pattern: str, subject: str, _: float) -> Found:
    try:
        return re.search(pattern, subject) is not None, ""
    except (re.error, OverflowError) as error:
        return None, str(error)
    except RecursionError:
        return None, "it is nested too deeply"


_LANGUAGES: dict[str, Callable[[str, str, float], Found]] = {"javascript": _javascript, "python": _python}


def main() -> None:
    """Answers one line of JSON with another, until its input ends."""
    import resource
    import signal

    sys.path.append(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Some systems have no such limit; the engine has one of its own.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_PROCESS_BYTES, _PROCESS_BYTES))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        # The system kills it, whatever the engine is at, and whether or not the server is there still.
        signal.setitimer(signal.ITIMER_PROF, request[3] + _GRACE_SECONDS)
        answer = evaluate(*request)
        signal.setitimer(signal.ITIMER_PROF, 0)
        os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
