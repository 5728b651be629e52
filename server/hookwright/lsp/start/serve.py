"""Serves one client: over standard input and output, as editors start the server, or over two other descriptors."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from hookwright.lsp.start.garbage import collect_at_start
from hookwright.transport import signals
from hookwright.transport.process import kill_everything, leave, log_to_stderr, serve_stdio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hookwright.lsp.server import HookwrightServer

_LAST_WORDS_SECONDS = 1.0


def main() -> NoReturn:
    """Serves over standard input and output, and ends the process."""
    leave(serve_stdio(serve))


def serve(
    in_fd: int,
    out_fd: int,
    build: Callable[[], HookwrightServer] | None = None,
    *,
    log_level: str | None = None,
    first: bytes = b"",
) -> int:
    """Serves one client over two descriptors and gives the exit code: 0 after a shutdown request, 1 otherwise.

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
        return 1
    finally:
        gc.set_threshold(*thresholds)
        kill_everything()


def _serve(
    in_fd: int, out_fd: int, build: Callable[[], HookwrightServer] | None, log_level: str | None, first: bytes
) -> int:
    import asyncio

    log_to_stderr(log_level)
    from hookwright.engine.process import adopt_orphans
    from hookwright.lsp.server import HookwrightServer
    from hookwright.lsp.start.run import run
    from hookwright.transport.writer import FrameWriter

    adopt_orphans()
    writer = FrameWriter(out_fd)
    loop = asyncio.new_event_loop()
    try:
        server = (build or HookwrightServer)()
        loop.run_until_complete(run(server, in_fd, writer, first))
        return 0 if server.protocol.is_shut_down else 1
    finally:
        writer.on_broken = _nothing
        loop.run_until_complete(loop.shutdown_asyncgens())
        # Not by `asyncio.run`, which waits for every thread of a handler.
        loop.close()
        writer.flush(_LAST_WORDS_SECONDS)


def _nothing() -> None:
    return None
