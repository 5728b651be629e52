"""The signals that end a session, heeded from its first moment.

Before there is an event loop they raise SystemExit.  Python loses what is raised in a callback of its own, as an
import has some, so a signal is also noted, and ends the session as soon as the loop is there.  Signals belong to the
process, so the note does too.  Another thread than the main one cannot heed them: there, nothing is done.
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
    for number in _SIGNALS:
        if sys.platform == "win32":
            signal.signal(number, lambda *_: _both(at_once, lambda: loop.call_soon_threadsafe(end)))
        else:
            loop.add_signal_handler(number, end)
            if at_once is not None:
                # The loop is woken by the number, whoever handles the signal.
                signal.signal(number, lambda *_: at_once())
    if _noted:
        _both(at_once, end)


def _both(first: Callable[[], None] | None, second: Callable[[], object]) -> None:
    if first is not None:
        first()
    second()


def _end(number: int, _: object) -> NoReturn:
    _noted.append(number)
    raise SystemExit(1)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
