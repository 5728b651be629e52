"""Runs one command and answers what it did, without exceptions; processes start and end here and nowhere else.

`process` goes from start to report: `spawn` starts the program, `pipes` feeds and drains it, `process_group` and
`pursuit` end it with all it started, which `descendants` finds, and `orphans` ends it when this process is killed. The
first command imports them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from hookwright.engine.process.command import Command, Finished
from hookwright.errors import FiringUnsupported

__all__ = [
    "Command",
    "Finished",
    "adopt_orphans",
    "can_start",
    "kill_everything",
    "most_descriptors",
    "require_processes",
    "run",
]

_MOST_DESCRIPTORS = 1 << 16


def can_start() -> bool:
    """Whether this system has sessions and process groups, without which no command could be ended for certain."""
    return hasattr(os, "fork") and hasattr(os, "killpg")


def require_processes() -> None:
    """Raises FiringUnsupported if no hook can be run."""
    if not can_start():
        raise FiringUnsupported


def most_descriptors() -> int:
    """How many files this process may have open; 65,536 if there is no limit, or the system has none to ask for."""
    try:
        import resource
    except ImportError:
        return _MOST_DESCRIPTORS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, _MOST_DESCRIPTORS)


async def run(command: Command, on_output: Callable[[str, bytes], None] | None = None) -> Finished:
    """Runs the command in a session of its own; everything it does is in the answer, and nothing of it raises.

    `on_output("stdout" | "stderr", chunk)` is called on the loop with each piece as it arrives, kept or not.
    When its time is out, or when the caller is cancelled, all that it started gets SIGTERM, and SIGKILL after the grace
    (B9); CancelledError passes on when the command is gone. What a command left running as it ended is left alone.
    """
    if not can_start():
        return Finished.not_started(f"{FiringUnsupported()}")
    from hookwright.engine.process.process import run_command

    return await run_command(command, on_output)


def adopt_orphans() -> None:
    """Says that this process is hookwright's own, which may then become the parent of what loses its own.

    Where it is not, a process that has left its parents is found by its mark, unless it emptied its environment.
    """
    from hookwright.engine.process import adoption

    adoption.want()


def kill_everything() -> None:
    """Kills every command that still runs, with all that it started, at once: for the end of the server."""
    process_group = sys.modules.get("hookwright.engine.process.process_group")
    if process_group is not None:
        process_group.kill_running()
