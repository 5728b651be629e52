"""`hookwright serve`: the engine for agents."""

from __future__ import annotations

import click


@click.command("serve")
@click.option("--stdio", is_flag=True, help="Use standard input and output. This is the default.")
@click.option("--listen", metavar="PATH", help="Listen on a Unix socket in a folder that only you can enter.")
def command(*, stdio: bool, listen: str | None) -> None:
    """Run hooks for agents that embed the engine.

    It speaks JSON-RPC 2.0, one JSON object a line; the first request is `engine/initialize`. docs/engine.md describes
    the methods, and schemas/engine.openrpc.json their params and results.
    """
    from hookwright.errors import UsageError
    from hookwright.serve.start import serve_pipes, serve_socket
    from hookwright.transport.private_socket import require_sockets
    from hookwright.transport.process import leave, serve_stdio

    if listen is None:
        leave(serve_stdio(serve_pipes))
    if stdio:
        raise UsageError("The engine uses one connection", "give one of `--stdio` and `--listen`")
    require_sockets()
    leave(serve_socket(listen))
