"""`hookwright lsp`: the language server."""

from __future__ import annotations

import os

import click

from hookwright.errors import UsageError

TOKEN_VARIABLE = "HOOKWRIGHT_LSP_TOKEN"


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Use standard input and output. This is the default.")
@click.option("--tcp", metavar="HOST:PORT", help="Listen on a loopback port for one client that knows the token.")
@click.option("--token-file", metavar="FILE", help="The token for --tcp, instead of HOOKWRIGHT_LSP_TOKEN.")
@click.option("--listen", metavar="PATH", help="Listen on a Unix socket in a folder that only you can enter.")
@click.option("--pipe", metavar="PATH", help="Connect to a Unix socket on which your client listens.")
def command(*, stdio: bool, tcp: str | None, token_file: str | None, listen: str | None, pipe: str | None) -> None:
    """Start the language server.

    With --tcp, the client sends the token as `initializationOptions.token`. It is 64 hexadecimal digits, in the
    variable HOOKWRIGHT_LSP_TOKEN or in a file that only you can read.
    """
    from hookwright.lsp.start.serve import main, serve
    from hookwright.transport.process import leave

    if sum([stdio, *(it is not None for it in (tcp, listen, pipe))]) > 1:
        raise UsageError("The server uses one connection", "give one of `--stdio`, `--tcp`, `--listen` and `--pipe`")
    # Taken out of the environment, so that no hook inherits it.
    token = os.environ.pop(TOKEN_VARIABLE, None)
    if tcp is None and listen is None and pipe is None:
        main()
    # Editors start the server often, and over standard input and output.
    from hookwright.lsp.start import sockets
    from hookwright.lsp.start.handshake import token_of
    from hookwright.transport.private_socket import require_sockets

    require_sockets()
    if tcp is not None:
        leave(sockets.serve_tcp(tcp, token_of(token, token_file), serve))
    if listen is not None:
        leave(sockets.serve_unix(listen, serve))
    if pipe is not None:
        leave(sockets.serve_pipe(pipe, serve))
