"""Serves over a socket instead of standard input and output, and only to a client that may have the user's rights.

Who is served can have every hook run.  So a TCP port is opened on loopback only, and its client has to know a token;
a Unix socket is opened in a folder that is the user's alone; and on either end of one, the other has to be the user.
"""

from __future__ import annotations

import contextlib
import select
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable
from ipaddress import ip_address
from queue import SimpleQueue
from typing import Protocol

from hookwright.errors import UnreadableInput, UsageError
from hookwright.lsp.start.handshake import admit
from hookwright.transport.private_socket import Refused, listening, require_user

# Of more that say nothing, the one that has waited longest is sent away.
_MOST_WAITING = 16


class Serve(Protocol):
    """Serves a client over two descriptors; `first` is what has been read of it already."""

    def __call__(self, in_fd: int, out_fd: int, /, *, first: bytes = b"") -> int: ...


def serve_tcp(address: str, token: str, serve: Serve) -> int:
    """Listens on `HOST:PORT` (port 0: any free one; standard error says which), serves one client and ends.

    Clients that do not show the token are sent away.  Raises UsageError if the address is none, is taken, or can be
    reached from other machines.
    """
    host, port = _host_and_port(address)
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UsageError(
            f"Cannot listen on `{address}` ({error.strerror})", "choose another address or port"
        ) from error
    with listener:
        _say(f"listens on {host}:{listener.getsockname()[1]}")
        client, first = _first_admitted(listener, lambda it: admit(it, token))
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with client:
        return serve(client.fileno(), client.fileno(), first=first)


def serve_unix(path: str, serve: Serve) -> int:
    """Listens on a Unix socket in a folder that only the user can enter, serves one client and ends.

    Replaces a socket that a killed server left.  Raises UsageError if others can enter the folder, or anything else
    is there already.
    """
    with listening(path) as listener:
        _say(f"listens on {path}")
        client, _ = _first_admitted(listener, _require_user)
    with client:
        return serve(client.fileno(), client.fileno())


def serve_pipe(path: str, serve: Serve) -> int:
    """Connects to the Unix socket on which the client listens, serves it and ends.

    Raises UnreadableInput if no process listens, or one of another user does.
    """
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
        except OSError as error:
            remedy = "start the client first: it listens, the server connects"
            raise UnreadableInput(f"Cannot connect to `{path}` ({error.strerror or error})", remedy) from error
        try:
            _require_user(client)
        except Refused as refused:
            raise UnreadableInput(f"Not connected to `{path}`, since {refused}", "name your own socket") from refused
        return serve(client.fileno(), client.fileno())


def _first_admitted(listener: socket.socket, admitted: Callable[[socket.socket], bytes]) -> tuple[socket.socket, bytes]:
    """The first client that shows that it may come in, and what was read of it; all others are sent away."""
    found: SimpleQueue[tuple[socket.socket, bytes]] = SimpleQueue()
    waiting: deque[socket.socket] = deque()
    woken, waking = socket.socketpair()

    def ask(client: socket.socket) -> None:
        # In a thread of its own: one that says nothing must not keep the others waiting.
        try:
            first = admitted(client)
        except (Refused, OSError) as refused:
            _say(f"sent a client away: {refused}")
            _forget(waiting, client)
            client.close()
            return
        # What still waits then is sent away.
        _forget(waiting, client)
        found.put((client, first))
        with contextlib.suppress(OSError):
            waking.send(b"!")

    with woken, waking:
        while woken not in select.select([listener, woken], [], [])[0]:
            client, _ = listener.accept()
            waiting.append(client)
            if len(waiting) > _MOST_WAITING:
                _send_away(waiting.popleft())
            threading.Thread(target=ask, args=[client], name="lsp-admission", daemon=True).start()
        for it in tuple(waiting):
            _send_away(it)
        return found.get()


def _forget(waiting: deque[socket.socket], client: socket.socket) -> None:
    with contextlib.suppress(ValueError):
        waiting.remove(client)


def _send_away(client: socket.socket) -> None:
    """Ends what its thread waits for."""
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)


def _require_user(peer: socket.socket) -> bytes:
    """Nothing, as nothing was read; raises Refused if the other end is not the user who runs this."""
    require_user(peer)
    return b""


def _host_and_port(address: str) -> tuple[str, int]:
    host, found, port = address.rpartition(":")
    if not found or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"`{address}` is not an address", "write it as HOST:PORT, for example 127.0.0.1:2087")
    host = host.strip("[]")
    host = "127.0.0.1" if host in ("", "localhost") else host
    try:
        is_loopback = ip_address(host).is_loopback
    except ValueError:
        raise UsageError(f"`{host}` is not an IP address", "listen on 127.0.0.1 or [::1]") from None
    if not is_loopback:
        remedy = "listen on 127.0.0.1 or [::1], and reach it through SSH from another machine"
        raise UsageError(f"`{host}` can be reached from other machines", remedy)
    return host, int(port)


def _say(what: str) -> None:
    sys.stderr.write(f"hookwright {what}\n")
    sys.stderr.flush()
