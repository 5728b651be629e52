"""`hookwright help [COMMAND]`: what `--help` prints."""

from __future__ import annotations

import click

from hookwright.cli.terminal import say


@click.command("help")
@click.argument("command", required=False, metavar="[COMMAND]")
@click.pass_context
def command(context: click.Context, command: str | None) -> None:
    """Explain a command, or list all commands."""
    group = context.find_root().command
    root = context.find_root()
    if command is None or not isinstance(group, click.Group):
        say(root.get_help())
        return
    _, found, _ = group.resolve_command(root, [command])
    assert found is not None
    with click.Context(found, info_name=command, parent=root) as of_command:
        say(found.get_help(of_command))
