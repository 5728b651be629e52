"""Starts the agent and the proxy in front of it, and ends everything as soon as the client or the agent ends."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from msgspec import Struct

from hookwright.acp.session import Session
from hookwright.acp.wire import Side
from hookwright.embedding.session_hooks import HookSetup, open_hooks
from hookwright.engine.process.companion import Companion, open_streams, start
from hookwright.host import Host
from hookwright.transport import signals
from hookwright.transport.lines import MAX_LINE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.acp.exchange import Exchange
    from hookwright.acp.proxy import Proxy

_LAST_WORDS_SECONDS = 0.5
_LEAVE_SECONDS = 2.0
"""How long an agent whose client is gone may take to end by itself."""


class Setup(Struct, frozen=True, kw_only=True):
    """What the user has said: the agent's command, which hooks run, and how often these may have it go on in a turn."""

    agent: tuple[str, ...]
    hooks: HookSetup
    most_rounds: int = 5


async def serve(setup: Setup, in_fd: int, out_fd: int, over: Callable[[], None] = lambda: None) -> int:
    """Serves one client over two descriptors, and gives the exit code of the agent, as a shell would.

    `over` is called once the client or the agent has ended, before the sessions' last hooks run.
    Raises UsageError if the agent cannot be started, and UnreadableInput for a message of over 64 MB.
    """
    host = Host.real()
    agent = await start(setup.agent, os.getcwd(), host.environ, MAX_LINE_BYTES)
    try:
        # After the start of the agent, which takes its time too.
        from hookwright.acp.proxy import Proxy

        client = Side("client", *await open_streams(in_fd, out_fd, MAX_LINE_BYTES))
        proxy = Proxy(client, Side("agent", agent.reader, agent.writer), open_with(setup, host), setup.most_rounds)
        try:
            return _as_of_shell(await _until_one_ends(proxy, agent))
        finally:
            over()
            await proxy.close()
            client.close()
    finally:
        await agent.end()


async def _until_one_ends(proxy: Proxy, agent: Companion) -> int | None:
    passing, exited = asyncio.ensure_future(proxy.run()), asyncio.ensure_future(agent.wait())

    def stop() -> None:
        passing.cancel()

    signals.hand_to(asyncio.get_running_loop(), stop)
    await asyncio.wait((passing, exited), return_when=asyncio.FIRST_COMPLETED)
    # The last words of an agent that has ended; something that it started may hold its output open.
    await asyncio.wait((passing,), timeout=_LAST_WORDS_SECONDS if exited.done() else None)
    passing.cancel()
    with suppress(asyncio.CancelledError):
        await passing
    agent.writer.close()
    await asyncio.wait((exited,), timeout=_LEAVE_SECONDS)
    return await agent.end()


def _as_of_shell(status: int | None) -> int:
    """The exit code for one that is the negative number of a signal where a signal has ended the agent."""
    if status is None:
        return 1
    return status if status >= 0 else 128 - status


def open_with(setup: Setup, host: Host) -> Callable[[Exchange, str, str], Awaitable[Session]]:
    """What opens the session of an id and a folder as the user has said."""
    return partial(_open, setup, host)


async def _open(setup: Setup, host: Host, proxy: Exchange, number: str, folder: str) -> Session:
    """A session of the agent with its hooks."""
    from hookwright.acp.exchange import stop, tell

    hooks = await open_hooks(setup.hooks, host, folder, number)
    warning = f"`{folder}` is not trusted, so its hooks do not run; start `hookwright acp` with `--trust {folder}`"
    greeting = None if setup.hooks.trusts(folder) else warning
    return Session(number, folder, hooks, partial(tell, proxy, number), partial(stop, proxy, number), greeting)
