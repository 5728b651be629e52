"""Runs one session of pygls from its first message to its end, and ends it cleanly for every reason.

pygls' own start reads in a pool of threads, and ends by an exception out of the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from hookwright.lsp.debounce import Debounce
from hookwright.lsp.server import HookwrightServer
from hookwright.lsp.start.garbage import collect_while_serving
from hookwright.lsp.start.parent_process import watch_process
from hookwright.transport import signals
from hookwright.transport.frames import FrameParser, FrameReader
from hookwright.transport.messages import serve_messages
from hookwright.transport.process import end_in_time
from hookwright.transport.writer import FrameWriter

# What was made until the first moment after this without requests is no garbage: it belongs to the start.
_START_SECONDS = 0.05


Build = Callable[[Debounce, Callable[[HookwrightServer], None], Callable[[], None]], HookwrightServer]
"""Makes a server of its debounce, and of what it calls when it has begun and at `exit`."""


async def run(build: Build, in_fd: int, writer: FrameWriter, ended: asyncio.Event, first: bytes = b"") -> int:
    """Serves until `ended` is set, the client says `exit`, its input or its process ends, or a signal comes.

    Gives the exit code.  From then on the process has to end in time.  `first` is what has been read of the input
    already.
    """
    loop = asyncio.get_running_loop()
    server = build(Debounce(lambda: reader.is_empty), lambda it: _begin(loop, it, ended), ended.set)
    protocol = server.protocol
    protocol.set_writer(writer, include_headers=False)
    signals.hand_to(loop, ended.set, end_in_time)
    reader = FrameReader(in_fd, FrameParser(protocol.unreadable), server.debounce.flush, first, end_in_time)
    serving = loop.create_task(serve_messages(reader, protocol))
    serving.add_done_callback(lambda _: ended.set())
    await ended.wait()
    end_in_time()
    serving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    await server.finish()
    return 0 if protocol.is_shut_down else signals.exit_code(1)


def _begin(loop: asyncio.AbstractEventLoop, server: HookwrightServer, ended: asyncio.Event) -> None:
    """What a session does beside serving, once it is known whose it is."""
    watch_process(loop, server.process_id, ended.set)

    def end_start() -> None:
        if server.is_busy:
            loop.call_later(_START_SECONDS, end_start)
        else:
            server.debounce.call(collect_while_serving)

    loop.call_later(_START_SECONDS, end_start)
