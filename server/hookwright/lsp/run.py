"""Feeds a session from the wire into the protocol until it ends, and ends it cleanly whatever the reason."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections import deque
from collections.abc import Callable

from pygls.lsp.server import LanguageServer

from hookwright.lsp.early import EarlySession
from hookwright.lsp.inbox import Inbox
from hookwright.lsp.outbox import Outbox
from hookwright.lsp.parent import watch_process
from hookwright.lsp.protocol import HookProtocol
from hookwright.lsp.shapes import Item, Message
from hookwright.lsp.wire import EndOfInput, Malformed

logger = logging.getLogger(__name__)

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# After so many messages at a stretch the other tasks have their turn.
_MESSAGES_AT_A_STRETCH = 256


def run_session(server: LanguageServer, initialize: Message, early: EarlySession, inbox: Inbox, outbox: Outbox) -> int:
    """Serves until the end and gives the exit code: 0 after a shutdown request, 1 otherwise."""
    protocol = server.protocol
    if not isinstance(protocol, HookProtocol):
        raise TypeError("the server was not made by `create_server`")
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(_serve(loop, protocol, initialize, early, inbox, outbox))
    finally:
        _silence(inbox, outbox)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
    return 0 if protocol.shut_down else 1


async def _serve(
    loop: asyncio.AbstractEventLoop,
    protocol: HookProtocol,
    initialize: Message,
    early: EarlySession,
    inbox: Inbox,
    outbox: Outbox,
) -> None:
    protocol.set_writer(outbox)
    protocol.early_published = early.published
    waiting = deque(early.queued)
    protocol.inbox_empty = lambda: not waiting and inbox.empty()

    def end_soon() -> None:
        # The reader and the writer live on for a moment after the loop.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(protocol.ended.set)

    outbox.on_broken = end_soon
    if outbox.broken:
        return
    _heed_signals(loop, protocol.ended.set)
    await protocol.replay_initialize(initialize)
    watch_process(loop, protocol.client_process_id, protocol.ended.set)
    _pump(loop, protocol, waiting, inbox)
    await protocol.ended.wait()
    await protocol.stop()


def _pump(loop: asyncio.AbstractEventLoop, protocol: HookProtocol, waiting: deque[Item], inbox: Inbox) -> None:
    def feed() -> None:
        for _ in range(_MESSAGES_AT_A_STRETCH):
            item = waiting.popleft() if waiting else inbox.take()
            if item is None or protocol.ended.is_set():
                break
            _feed_one(protocol, item)
        else:
            loop.call_soon(feed)
        protocol.rest()

    def feed_soon() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(feed)

    inbox.on_arrival = feed_soon
    feed()


def _feed_one(protocol: HookProtocol, item: Item) -> None:
    if isinstance(item, EndOfInput):
        protocol.ended.set()
    elif isinstance(item, Malformed):
        logger.warning("Skipped input: %s", item.reason)
        protocol.send_error(None, item.code, item.reason)
    else:
        protocol.receive(item)


def _heed_signals(loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            loop.add_signal_handler(number, end)


def _silence(inbox: Inbox, outbox: Outbox) -> None:
    inbox.on_arrival = _nothing
    outbox.on_broken = _nothing


def _nothing() -> None:
    return None
