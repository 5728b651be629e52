"""The shells of this machine that read commands and scripts."""

from __future__ import annotations

import os

from hookwright.analysis.commands.shells import HookShell
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.shell.programs import SHELLS
from hookwright.syntax.tree import child


def is_dash(shell: str, host: Host) -> bool:
    """Whether a shell, by its name or its path, is dash on this machine."""
    path = shell if "/" in shell else host.program(shell)
    return path is not None and os.path.basename(os.path.realpath(path)) == "dash"


def agents_shell(command: HookShell, dialect: Dialect) -> str | None:
    """The shell in which the agent runs the command of a hook; None if it is not one for POSIX."""
    if command.command.shell not in SHELLS:
        return None
    named = child(command.hook.node, "shell")
    return dialect.running.shell_named(named.value if named is not None else None)[0]
