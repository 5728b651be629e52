"""The process that evaluates regular expressions: started when needed, and ended when it is idle or takes long."""

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
from contextlib import suppress
from importlib.util import find_spec

from hookwright.matching import expression_worker

# A backstop only: the worker counts processor time itself, and ends with it.
_WALL_SECONDS = 10.0
_ENDING_SECONDS = 0.5
_IDLE_SECONDS = 2.0

Answer = tuple[bool | None, str, float]
"""Whether the expression was found (None if that is not known), what is wrong with it, and the seconds that it took."""

_lock = threading.Lock()
_worker: subprocess.Popen[bytes] | None = None
_asked_at = 0.0


def close() -> None:
    """Ends the worker; the next expression starts another."""
    with _lock:
        _discard()


def evaluated(language: str, pattern: str, subject: str, seconds: float) -> Answer | None:
    """What an expression of that language comes to; None if the worker ended in a way that says nothing of it.

    `seconds` is the processor time after which it is given up.
    """
    if sys.platform == "win32" or not sys.executable:
        return expression_worker.evaluate(language, pattern, subject, seconds)
    line = json.dumps([language, pattern, subject, seconds]).encode() + b"\n"
    with _lock:
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
