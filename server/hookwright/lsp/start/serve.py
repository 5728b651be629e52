"""Serves one client: over standard input and output, as editors start the server, or over two other descriptors."""

from __future__ import annotations

import contextlib
import gc
import sys

from hookwright.lsp.start.garbage import collect_at_start
from hookwright.transport import signals
from hookwright.transport.process import kill_everything, leave, log_to_stderr, serve_stdio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hookwright.lsp.start.run import Build

_LAST_WORDS_SECONDS = 1.0


def main() -> NoReturn:
    """Serves over standard input and output, and ends the process."""
    leave(serve_stdio(serve))


def serve(
    in_fd: int,
    out_fd: int,
    build: Build | None = None,
    *,
    log_level: str | None = None,
    first: bytes = b"",
) -> int:
    """Serves one client over two descriptors and gives the exit code: 0 after a shutdown request, otherwise that of
    the signal that ended it, and 1 if none did.

    `build` makes another server than ours.  Logs go to standard error, those of the level that
    HOOKWRIGHT_LOG_LEVEL names or worse.  `first` is what has been read already: it came
    through a socket, whose client gets no second chance to speak the protocol.
    """
    # A stray print must not get between two frames.
    sys.stdout = sys.stderr
    signals.install()
    thresholds = gc.get_threshold()
    collect_at_start()
    try:
        return _serve(in_fd, out_fd, build, log_level, first)
    except (KeyboardInterrupt, SystemExit):
        return signals.exit_code(1)
    finally:
        gc.set_threshold(*thresholds)
        kill_everything()


def _serve(in_fd: int, out_fd: int, build: Build | None, log_level: str | None, first: bytes) -> int:
    import asyncio

    log_to_stderr(log_level)
    from hookwright.engine.process import adopt_orphans
    from hookwright.lsp.server import HookwrightServer
    from hookwright.lsp.start.run import run
    from hookwright.transport.writer import FrameWriter

    adopt_orphans()
    loop, ended = asyncio.new_event_loop(), asyncio.Event()

    def gone() -> None:
        # The writer lives on for a moment after the loop.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(ended.set)

    writer = FrameWriter(out_fd, gone)
    try:
        return loop.run_until_complete(run(build or HookwrightServer, in_fd, writer, ended, first))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        # Not by `asyncio.run`, which waits for every thread of a handler.
        loop.close()
        writer.flush(_LAST_WORDS_SECONDS)
