"""The signals that end a session, heeded from its first moment.

Before there is an event loop they raise SystemExit.  Python loses what is raised in a callback of its own, as an
import has some, so a signal is also noted, and ends the session as soon as the loop is there.  Signals belong to the
process, so the note does too.  Another thread than the main one cannot heed them: there, nothing is done.

A session that a signal ended exits with 128 and the number of the signal, as a shell reports a program that does not
heed it: 130 after Ctrl-C, 143 after SIGTERM.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from typing import NoReturn

_SIGNALS = [signal.SIGTERM, signal.SIGINT]
if sys.platform != "win32":
    _SIGNALS.append(signal.SIGHUP)
_noted: list[int] = []


def exit_code(otherwise: int) -> int:
    """The exit code of a session that a signal has ended, and `otherwise` where none came."""
    return 128 + _noted[0] if _noted else otherwise


def install() -> None:
    """From now on a signal raises SystemExit."""
    if _is_main():
        for number in _SIGNALS:
            signal.signal(number, _end)


def hand_to(loop: AbstractEventLoop, end: Callable[[], None], at_once: Callable[[], None] | None = None) -> None:
    """From now on a signal calls `end` in the loop; one that came before and was lost calls it at once.

    `at_once` is called also while the loop does something else.
    """
    if not _is_main():
        return
    lost = bool(_noted)

    def at_signal(number: int, _: object) -> None:
        _noted.append(number)
        if at_once is not None:
            at_once()
        if sys.platform == "win32":
            loop.call_soon_threadsafe(end)

    for number in _SIGNALS:
        if sys.platform != "win32":
            loop.add_signal_handler(number, end)
        # The loop is woken by the number, whoever handles the signal.
        signal.signal(number, at_signal)
    if lost:
        _both(at_once, end)


def _both(first: Callable[[], None] | None, second: Callable[[], object]) -> None:
    if first is not None:
        first()
    second()


def _end(number: int, _: object) -> NoReturn:
    _noted.append(number)
    raise SystemExit(128 + number)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
