"""The shells of this machine that read commands and scripts."""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec.structs import replace

from hookwright.analysis.commands.shells import HookShell
from hookwright.analysis.rule import Disk
from hookwright.analysis.script_uses import ScriptRun
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.shell.programs import SHELLS
from hookwright.syntax.tree import child


def is_dash(shell: str, host: Host) -> bool:
    """Whether a shell, by its name or its path, is dash on this machine."""
    path = shell if "/" in shell or not shell else host.program(shell)
    return path is not None and os.path.basename(os.path.realpath(path)) == "dash"


def with_dash(runs: Sequence[ScriptRun], disk: Disk, host: Host) -> tuple[ScriptRun, ...]:
    """Runs of scripts, with whether dash reads them, as far as they or their commands name a shell."""
    return tuple(
        replace(it, launch=replace(it.launch, by_dash=True)) if is_dash(named_shell(it, disk), host) else it
        for it in runs
    )


def named_shell(it: ScriptRun, disk: Disk) -> str:
    """The shell that the command or the first line of a script names; empty if none does."""
    if it.interpreter:
        return it.interpreter
    words = (disk.first_line(it.path) or "").removeprefix("#!").split()
    behind = words[1:] if words and os.path.basename(words[0]) == "env" else words
    return behind[0] if behind else ""


def agents_shell(command: HookShell, dialect: Dialect) -> str | None:
    """The shell in which the agent runs the command of a hook; None if it is not one for POSIX."""
    if command.command.shell not in SHELLS:
        return None
    named = child(command.hook.node, "shell")
    return dialect.running.shell_named(named.value if named is not None else None)[0]
