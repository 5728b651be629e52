"""`hookwright completion SHELL`: the script that makes a shell complete the command line."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from hookwright.cli.terminal import print_exactly

_PROGRAM = "hookwright"
_VARIABLE = "_HOOKWRIGHT_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete commands, options, dialects, events and rules.

    \b
    bash: add to ~/.bashrc   eval "$(hookwright completion bash)"
    zsh:  add to ~/.zshrc    eval "$(hookwright completion zsh)"
    fish: run                hookwright completion fish > ~/.config/fish/completions/hookwright.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    print_exactly(found(context.find_root().command, {}, _PROGRAM, _VARIABLE).source().encode() + b"\n")
