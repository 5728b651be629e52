"""`hookwright mcp`: the tools of hookwright for agents that speak the Model Context Protocol."""

from __future__ import annotations

import click


@click.command("mcp")
def command() -> None:
    """Serve an agent over standard input and output, as a server of the Model Context Protocol.

    Its tools check hooks, explain events, fire hooks, attack guards, explain rules, show what hooks did, and convert
    hooks. Hooks run only if you agreed to them before, with `hookwright consent agree`.
    """
    from importlib.util import find_spec

    from hookwright.errors import UsageError
    from hookwright.extras import install_command

    if find_spec("mcp") is None:
        raise UsageError("`hookwright mcp` needs the package `mcp`", install_command("mcp"))
    from hookwright.mcp_server import server

    server().run("stdio")
