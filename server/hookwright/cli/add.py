"""`hookwright add`: guards and helpers that are tested, for a project."""

from __future__ import annotations

import os.path
import shlex
from pathlib import Path

import click

from hookwright.cli.completing import dialects
from hookwright.cli.options import dialect_named
from hookwright.cli.terminal import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.model.dialect import Dialect

_FIRST = "claude-code"


@click.command("add")
@click.argument("names", nargs=-1, metavar="[NAME...] [FOLDER]")
@click.option(
    "--agent",
    "--dialect",
    metavar="ID",
    shell_complete=dialects,
    callback=dialect_named,
    help="The agent to write hooks for. By default, Claude Code.",
)
@click.option("--mcp", is_flag=True, help="Ask the guards about the tools of MCP servers as well.")
def command(names: tuple[str, ...], agent: str | None, *, mcp: bool) -> None:
    """Add the named guards and helpers to FOLDER, by default the current folder. Without a name, list them.

    Existing hooks and settings stay as they are. The command never overwrites a file that you changed.
    """
    from hookwright.dialects import by_id

    dialect = by_id(agent or _FIRST)
    if not names:
        _list(dialect)
        return
    from hookwright.guards.apply import apply_plan
    from hookwright.guards.plans import plans, read_from, split_names

    wanted, folder = split_names(names, os.path.isdir)
    root = Path(folder)
    done: list[str] = []
    for plan in plans(dialect, wanted, read_from(root), servers=mcp):
        done += apply_plan(root, plan)
    for line in dict.fromkeys(done):
        say(line)
    if not done:
        say("nothing to add: everything is already there")
        return
    place = "" if folder == "." else f" {shlex.quote(folder)}"
    say("\nNext:")
    say(f"  hookwright check{place}  # finds mistakes in the hook file")
    say(f"  hookwright test{place}  # runs the hook tests")


def _list(dialect: Dialect) -> None:
    from hookwright.guards.plans import catalogue

    for name, does, limits, score in catalogue(dialect):
        say(f"{name:18}{does}")
        say(f"{'':18}{limits}")
        if score:
            say(f"{'':18}{score}")
    say("\nNo guard that reads text stops a script that the agent writes first: docs/guards.md says what does.")
    say("cc-safety-net is a well-kept guard for deletions, git and secrets. It has a log, presets that refuse more,")
    say("a policy for teams, and runs in OpenCode, too: docs/guards.md compares it. To install it in Claude Code:")
    say("  /plugin marketplace add kenryu42/cc-marketplace")
    say("  /plugin install safety-net@cc-marketplace")
