"""Serves over a socket instead of standard input and output."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable

from hookwright.errors import UnreadableInput, UsageError


def serve_tcp(address: str, serve: Callable[[int, int], int]) -> int:
    """Listens on `HOST:PORT` (port 0: any free one; standard error says which), serves one client and ends.

    `serve` does, over two descriptors. Raises UsageError where the address is none or taken.
    """
    _require_descriptors()
    host, port = _host_and_port(address)
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UsageError(
            f"Cannot listen on `{address}` ({error.strerror})", "choose another address or port"
        ) from error
    with listener:
        sys.stderr.write(f"hookwright listens on {host}:{listener.getsockname()[1]}\n")
        sys.stderr.flush()
        client, _ = listener.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with client:
        return serve(client.fileno(), client.fileno())


def serve_pipe(path: str, serve: Callable[[int, int], int]) -> int:
    """Connects to the Unix socket on which the client listens, serves it and ends.

    `serve` does, over two descriptors. Raises UnreadableInput where nobody listens.
    """
    _require_descriptors()
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
        except OSError as error:
            remedy = "start the client first: it listens, the server connects"
            raise UnreadableInput(f"Cannot connect to `{path}` ({error.strerror or error})", remedy) from error
        return serve(client.fileno(), client.fileno())


def _require_descriptors() -> None:
    """On Windows a socket cannot be read as a file is."""
    if sys.platform == "win32":
        raise UsageError("Sockets are not served on Windows", "use `--stdio`, as editors do by default")


def _host_and_port(address: str) -> tuple[str, int]:
    host, found, port = address.rpartition(":")
    if not found or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"`{address}` is not an address", "write it as HOST:PORT, for example 127.0.0.1:2087")
    return host.strip("[]") or "127.0.0.1", int(port)
