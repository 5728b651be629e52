"""`hookwright serve`: the engine for agents."""

from __future__ import annotations

import click


@click.command("serve")
@click.option("--stdio", is_flag=True, help="Use standard input and output. This is the default.")
@click.option("--listen", metavar="PATH", help="Listen on a Unix socket in a folder that only you can enter.")
@click.option(
    "--max-clients",
    type=click.IntRange(min=1, max=4096),
    metavar="N",
    help="With --listen: the number of clients that may be connected at the same time. Default: 64.",
)
def command(*, stdio: bool, listen: str | None, max_clients: int | None) -> None:
    """Run hooks for agents that embed the engine.

    It speaks JSON-RPC 2.0, with one JSON object on each line. The first request is `engine/initialize`. docs/engine.md
    describes the methods, and schemas/engine.openrpc.json their params and results.
    """
    from hookwright.errors import UsageError
    from hookwright.serve.start import MOST_CLIENTS, serve_pipes, serve_socket
    from hookwright.transport.private_socket import require_sockets
    from hookwright.transport.process import leave, serve_stdio

    if listen is None:
        if max_clients is not None:
            raise UsageError("`--max-clients` limits a socket", "add `--listen PATH`, or leave out `--max-clients`")
        leave(serve_stdio(serve_pipes))
    if stdio:
        raise UsageError("The engine uses one connection", "give one of `--stdio` and `--listen`")
    require_sockets()
    leave(serve_socket(listen, max_clients or MOST_CLIENTS))
