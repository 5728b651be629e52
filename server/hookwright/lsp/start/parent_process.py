"""Notices when the editor that started the server dies without a word."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable

logger = logging.getLogger(__name__)

POLL_SECONDS = 3.0

# Of Windows: the right to wait for a process, and a time without end.
_SYNCHRONIZE = 0x00100000
_FOREVER = 0xFFFFFFFF


def watch_process(loop: asyncio.AbstractEventLoop, process_id: int | None, died: Callable[[], None]) -> None:
    """Calls `died` once the process is gone; watches until the loop is closed.

    A process that is not there to begin with is no reason to end: the client may live in another container.
    """
    if process_id is None or process_id <= 0:
        return
    if sys.platform == "win32":
        _watch_on_windows(loop, process_id, died)
    else:
        _watch(loop, process_id, died)


def _watch_on_windows(loop: asyncio.AbstractEventLoop, process_id: int, died: Callable[[], None]) -> None:
    """Waits in a thread: asking for a process by a signal would end it there."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        # At once, and not in the thread: it may have ended by then.
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, process_id)  # noqa: FBT003  the call's own argument
        if not handle:
            logger.info("No parent process to watch: %s", process_id)
            return

        def outlast() -> None:
            kernel.WaitForSingleObject(ctypes.c_void_p(handle), _FOREVER)
            kernel.CloseHandle(ctypes.c_void_p(handle))
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(died)

        threading.Thread(target=outlast, name="lsp-parent", daemon=True).start()


def _watch(loop: asyncio.AbstractEventLoop, process_id: int, died: Callable[[], None]) -> None:
    if not lives(process_id):
        logger.info("No parent process to watch: %s", process_id)
        return
    try:
        handle = os.pidfd_open(process_id)
    except (AttributeError, OSError):
        loop.call_later(POLL_SECONDS, _poll, loop, process_id, died)
        return

    def gone() -> None:
        loop.remove_reader(handle)
        os.close(handle)
        died()

    loop.add_reader(handle, gone)


def _poll(loop: asyncio.AbstractEventLoop, process_id: int, died: Callable[[], None]) -> None:
    if lives(process_id):
        loop.call_later(POLL_SECONDS, _poll, loop, process_id, died)
        return
    died()


def lives(process_id: int) -> bool:
    """True if a process of this id is there, whoever owns it."""
    try:
        os.kill(process_id, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
