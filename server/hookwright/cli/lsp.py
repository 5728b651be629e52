"""`hookwright lsp`: the language server."""

from __future__ import annotations

import click

from hookwright.errors import UsageError


@click.command("lsp", short_help="Start the language server.")
@click.option("--stdio", is_flag=True, help="Use standard input and output. This is the default.")
@click.option("--tcp", metavar="HOST:PORT", help="Listen on a TCP port for one client.")
@click.option("--pipe", metavar="PATH", help="Connect to a socket of the client.")
def command(*, stdio: bool, tcp: str | None, pipe: str | None) -> None:
    """Start the language server."""
    from hookwright.lsp.start import sockets
    from hookwright.lsp.start.serve import leave, main, serve

    if sum([stdio, tcp is not None, pipe is not None]) > 1:
        raise UsageError("The server uses one connection", "give one of `--stdio`, `--tcp` and `--pipe`")
    if tcp is not None:
        leave(sockets.serve_tcp(tcp, serve))
    if pipe is not None:
        leave(sockets.serve_pipe(pipe, serve))
    main()
