"""Serves over standard input and output, or many clients over a socket that only the user can reach."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from hookwright.engine.journal.writer import open_journal
from hookwright.engine.process import adopt_orphans
from hookwright.host import Host
from hookwright.serve.protocol import TOO_MANY_OPEN
from hookwright.serve.server import EngineServer, Machine
from hookwright.transport import signals
from hookwright.transport.failures import log_fault
from hookwright.transport.frames import FrameReader
from hookwright.transport.lines import LineParser, line
from hookwright.transport.messages import serve_messages
from hookwright.transport.private_socket import Refused, listening, require_user
from hookwright.transport.process import end_in_time, kill_everything, log_to_stderr
from hookwright.transport.writer import FrameWriter

_LAST_WORDS_SECONDS = 1.0
_JOURNAL_SECONDS = 1.0
MOST_CLIENTS = 64
"""So many clients a socket serves at a time, unless the user says otherwise."""

# A client that is so far behind is told less of what hooks print.
_SLOW_BYTES = 1 << 20

Ended = asyncio.Event


def serve_pipes(in_fd: int, out_fd: int) -> int:
    """Serves one client over two descriptors; 0 once it is done, after a signal the exit code that says so."""

    async def session(machine: Machine, ended: Ended) -> None:
        served = asyncio.create_task(_serve_client(machine, in_fd, out_fd, ended, over=end_in_time))
        await served

    return _run(session)


def serve_socket(path: str, most: int = MOST_CLIENTS) -> int:
    """Listens until a signal comes, and serves the user's clients, at most that many at a time; raises UsageError.

    Gives 0 after SIGTERM, which is how a service is ended, and after another signal the exit code that says so.
    """
    signals.install()
    try:
        with listening(path) as listener:
            _say(f"listens on {path}")

            async def session(machine: Machine, ended: Ended) -> None:
                await _serve_clients(machine, listener, ended, most)

            code = _run(session)
    except SystemExit:
        code = signals.exit_code(1)
    return 0 if code == 128 + signal.SIGTERM else code


def _run(session: Callable[[Machine, Ended], Coroutine[Any, Any, None]]) -> int:
    # A stray print must not get between two lines.
    sys.stdout = sys.stderr
    signals.install()
    log_to_stderr()
    adopt_orphans()
    host = Host.real()
    machine = Machine(host, open_journal(host))

    async def run() -> None:
        ended = Ended()
        signals.hand_to(asyncio.get_running_loop(), ended.set, end_in_time)
        await session(machine, ended)

    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(run())
        loop.run_until_complete(loop.shutdown_asyncgens())
        return signals.exit_code(0)
    except (KeyboardInterrupt, SystemExit):
        return signals.exit_code(1)
    finally:
        # Not by `asyncio.run`, which waits for every thread of a handler.
        loop.close()
        if machine.journal is not None:
            machine.journal.close(_JOURNAL_SECONDS)
        kill_everything()


async def _serve_client(
    machine: Machine,
    in_fd: int,
    out_fd: int,
    ended: Ended,
    *,
    hang_up: Callable[[], None] | None = None,
    over: Callable[[], None] = lambda: None,
) -> None:
    """Serves until the client is done or gone, or `ended` is set; then `hang_up` ends what still reads or writes.

    `over` is called as soon as that is known, at the end of the input from another thread, and may be called twice.
    """
    loop = asyncio.get_running_loop()

    def gone() -> None:
        # The writer lives on for a moment after the loop.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(ended.set)

    writer = FrameWriter(out_fd, gone, framed=line)
    server = EngineServer(machine, ended.set, lambda: writer.waiting_bytes < _SLOW_BYTES)
    protocol = server.protocol
    protocol.set_writer(writer, include_headers=False)
    reader = FrameReader(in_fd, LineParser(protocol.unreadable), lambda: None, over=over)
    server.received_bytes = lambda: reader.received_bytes
    serving = loop.create_task(serve_messages(reader, protocol))
    serving.add_done_callback(lambda _: ended.set())
    await ended.wait()
    over()
    serving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    await server.finish()
    await asyncio.to_thread(writer.flush, _LAST_WORDS_SECONDS)
    writer.close()
    if hang_up is not None:
        hang_up()
        # The number of a descriptor that is closed is given to the next one that is opened.
        await asyncio.to_thread(reader.join, _LAST_WORDS_SECONDS)
        await asyncio.to_thread(writer.join, _LAST_WORDS_SECONDS)


async def _serve_clients(machine: Machine, listener: socket.socket, ended: Ended, most: int) -> None:
    clients: dict[asyncio.Task[None], Ended] = {}
    listener.settimeout(0)
    accepting = asyncio.create_task(_accept(machine, listener, clients, most))
    await ended.wait()
    accepting.cancel()
    for it in clients.values():
        it.set()
    if clients:
        await asyncio.wait(clients)


async def _accept(
    machine: Machine, listener: socket.socket, clients: dict[asyncio.Task[None], Ended], most: int
) -> None:
    loop = asyncio.get_running_loop()
    while True:
        client, _ = await loop.sock_accept(listener)
        try:
            require_user(client)
            if len(clients) >= most:
                are = "client is" if most == 1 else "clients are"
                raise Refused(f"{most} {are} connected already")
        except (Refused, OSError) as refused:
            _send_away(client, str(refused))
            continue
        ended = Ended()
        task = loop.create_task(_serve_connection(machine, client, ended))
        clients[task] = ended
        task.add_done_callback(lambda it: clients.pop(it, None))


async def _serve_connection(machine: Machine, client: socket.socket, ended: Ended) -> None:
    client.settimeout(None)
    with client:
        try:
            await _serve_client(machine, client.fileno(), client.fileno(), ended, hang_up=lambda: _hang_up(client))
        except Exception as error:  # noqa: BLE001  the other clients are served on
            log_fault(error, "serving a client")


def _hang_up(client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)


def _send_away(client: socket.socket, why: str) -> None:
    _say(f"sent a client away: {why}")
    error = {"code": TOO_MANY_OPEN, "message": f"Not connected: {why}"}
    with client, contextlib.suppress(OSError):
        client.settimeout(0)
        client.send(line(json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()))


def _say(what: str) -> None:
    sys.stderr.write(f"hookwright {what}\n")
    sys.stderr.flush()
