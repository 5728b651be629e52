"""Feeds a session from the wire into its endpoint until it ends, and ends it cleanly whatever the reason."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from hookwright.lsp import stopping
from hookwright.lsp.endpoint import Endpoint
from hookwright.lsp.garbage import look_for_it_again
from hookwright.lsp.hook_news import HookNews
from hookwright.lsp.inbox import Inbox
from hookwright.lsp.library import Library
from hookwright.lsp.outbox import Outbox
from hookwright.lsp.parent import watch_process
from hookwright.lsp.session import Session
from hookwright.lsp.shapes import Item
from hookwright.lsp.wire import EndOfInput, Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.protocol import HookProtocol

logger = logging.getLogger(__name__)

# After so many messages at a stretch the other tasks have their turn.
_MESSAGES_AT_A_STRETCH = 256
# What was made until the first moment after this without requests is no garbage: it belongs to the start.
_START_SECONDS = 0.05


def run_session(
    session: Session,
    endpoint: Endpoint,
    first: Iterable[Item],
    inbox: Inbox,
    outbox: Outbox,
    build_protocol: Callable[[], HookProtocol],
) -> None:
    """Serves `first` and all that follows, until the end."""
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(_serve(loop, session, endpoint, deque(first), inbox, outbox, Library(build_protocol)))
    finally:
        loop.remove_reader(inbox.fd)
        outbox.on_broken = session.idle.rest_soon = _nothing
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _serve(
    loop: asyncio.AbstractEventLoop,
    session: Session,
    endpoint: Endpoint,
    first: deque[Item],
    inbox: Inbox,
    outbox: Outbox,
    library: Library,
) -> None:
    ended = asyncio.Event()
    endpoint.others, endpoint.on_exit = library.serve, ended.set
    session.idle.inbox_empty = lambda: not first and inbox.empty()
    session.idle.rest_soon = partial(_call_next, loop, session.idle.rest)
    outbox.on_broken = partial(_call_soon, loop, ended.set)
    if outbox.broken:
        return
    stopping.hand_to(loop, ended.set)
    watch_process(loop, session.client_process_id, ended.set)
    session.publishing.watch_files(partial(_call_soon, loop))
    if session.options.asks_users:
        session.hook_news = HookNews(session, loop.call_later, partial(_call_soon, loop), loop.time)
    _pump(loop, session, endpoint, first, inbox, ended)
    _end_start(loop, session, endpoint)
    await ended.wait()
    await endpoint.stop()
    await session.finish()


def _end_start(loop: asyncio.AbstractEventLoop, session: Session, endpoint: Endpoint) -> None:
    """Has garbage be looked for again, in a moment."""

    def end() -> None:
        if endpoint.busy:
            loop.call_later(_START_SECONDS, end)
        else:
            session.idle.call(look_for_it_again)

    loop.call_later(_START_SECONDS, end)


def _pump(
    loop: asyncio.AbstractEventLoop,
    session: Session,
    endpoint: Endpoint,
    first: deque[Item],
    inbox: Inbox,
    ended: asyncio.Event,
) -> None:
    again: list[asyncio.Handle] = []

    def feed() -> None:
        # However often it is called, only one goes on at the next turn.
        while again:
            again.pop().cancel()
        for _ in range(_MESSAGES_AT_A_STRETCH):
            item = first.popleft() if first else inbox.take()
            if isinstance(item, EndOfInput):
                # It could be read for ever.
                loop.remove_reader(inbox.fd)
                ended.set()
                break
            if item is None or ended.is_set():
                break
            if isinstance(item, Malformed):
                logger.warning("Skipped input: %s", item.reason)
                session.client.error(None, item.code, item.reason)
            else:
                endpoint.receive(item)
        else:
            again.append(loop.call_soon(feed))
        session.idle.rest()

    try:
        loop.add_reader(inbox.fd, feed)
    except PermissionError:
        _feed_on(loop, feed, ended)
    else:
        feed()


def _feed_on(loop: asyncio.AbstractEventLoop, feed: Callable[[], None], ended: asyncio.Event) -> None:
    """Feeds from a file, which is never waited for."""
    if not ended.is_set():
        feed()
        loop.call_soon(_feed_on, loop, feed, ended)


def _call_next(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """From the thread that serves; it wakes up nobody, as `_call_soon` does."""
    loop.call_soon(callback)


def _call_soon(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    # The writer lives on for a moment after the loop.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(callback)


def _nothing() -> None:
    return None
