"""The process that serves: its standard streams, its log, and an end that leaves nothing running."""

from __future__ import annotations

import faulthandler
import os
import select
import sys
import threading
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

ENDING_SECONDS = 10.0
_WORDS_SECONDS = 0.5
_ending = threading.Lock()


def serve_stdio(serve_descriptors: Callable[[int, int], int]) -> int:
    """Serves over standard input and output, which nothing else in this process, nor a child of it, can reach then."""
    in_fd, out_fd = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return serve_descriptors(in_fd, out_fd)


def log_to_stderr(level: str | None = None) -> None:
    """Logs of that level or worse go to standard error; by default the one that HOOKWRIGHT_LOG_LEVEL names."""
    import logging

    from hookwright.transport.log_format import LEVEL_VARIABLE, LogFormatter, log_level

    logs = logging.StreamHandler(sys.stderr)
    logs.setFormatter(LogFormatter())
    logging.basicConfig(handlers=[logs], level=level or log_level(os.environ.get(LEVEL_VARIABLE)))
    # It logs each refused request with a traceback; what is a fault of ours we log ourselves.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)


def end_in_time() -> None:
    """From now on this process has `ENDING_SECONDS` to end; then it is ended with exit code 1.

    May be called from any thread, and more than once; the first call counts.  Before the end, standard error says what
    every thread is doing, and the hooks that still run are killed by the process that watches for the end of this one.
    """
    if not _ending.acquire(blocking=False):
        return
    # This waits in a thread that needs nothing of Python: a regular expression may keep all others from running.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    faulthandler.dump_traceback_later(ENDING_SECONDS, exit=True, file=nowhere)
    last_words = threading.Timer(ENDING_SECONDS - _WORDS_SECONDS, _say_what_runs)
    last_words.daemon = True
    last_words.start()


def _say_what_runs() -> None:
    # A client that reads no log must not keep the process.
    if hasattr(select, "poll"):
        writable = select.poll()
        writable.register(2, select.POLLOUT)
        if not writable.poll(0):
            return
    os.write(2, b"hookwright does not end by itself, and is ended; it was doing this:\n")
    faulthandler.dump_traceback(2)


def kill_everything() -> None:
    """Leaves no hook running, and nothing unsent."""
    if (process := sys.modules.get("hookwright.engine.process")) is not None:
        process.kill_everything()
    if (telemetry := sys.modules.get("hookwright.engine.telemetry")) is not None:
        telemetry.finish()


def leave(exit_code: int) -> NoReturn:
    """Ends the process after it has served, also where a handler's thread would keep it."""
    import threading

    if all(it.daemon or it is threading.current_thread() for it in threading.enumerate()):
        sys.exit(exit_code)
    sys.stderr.flush()
    os._exit(exit_code)
