"""Runs one command, whatever it does, and answers what it did; processes start and end here and nowhere else.

`conduct` goes from start to report: `spawn` starts the program, `pipes` feeds and drains it, `tree` ends it with all
it started, `life` decides when, and `orphans` ends it when this process is killed. The first command imports them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Command:
    """What to start, and how long to bear with it; all times in seconds."""

    argv: tuple[str, ...]
    """The program first, with its path or looked up in the environment's PATH."""
    cwd: str
    environment: Mapping[str, str]
    """All of it: nothing is added from this process."""
    stdin: bytes
    timeout: float
    kept_bytes: int = 1 << 20
    """How much of each stream is kept; the rest is read, counted and thrown away."""
    grace: float = 0.5
    """Between SIGTERM and SIGKILL."""
    grace_of_cancelled: float = 0.2
    """The same where the caller was cancelled: somebody waits for the end."""
    linger: float = 0.2
    """How long others may hold the pipes open after the command itself has ended."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What became of a command."""

    exit_code: int | None
    """None when a signal ended it, when it never started, or when somebody else took its status."""
    signal: int | None
    timed_out: bool
    start_error: str | None
    """Why it could not be started, in words; None when it was."""
    stdout: bytes
    stderr: bytes
    stdout_total: int
    """Bytes written, those that were thrown away too."""
    stderr_total: int
    started_at: datetime
    """In UTC."""
    duration: float
    """Seconds until the answer was there."""


async def run(command: Command, on_output: Callable[[str, bytes], None] | None = None) -> Finished:
    """Runs the command in a session of its own; whatever it does is in the answer, nothing of it raises.

    `on_output("stdout" | "stderr", chunk)` is called on the loop with each piece as it arrives, kept or not.
    When its time is out, or when the caller is cancelled, the whole group gets SIGTERM, and SIGKILL after the grace
    (B9); CancelledError passes on when the command is gone. What a command left running as it ended is left alone.
    """
    from hookwright.engine.conduct import conduct

    return await conduct(command, on_output)


def kill_everything() -> None:
    """Sends SIGKILL to every group that is still alive, at once: for signal handlers and the end of the server."""
    tree = sys.modules.get("hookwright.engine.tree")
    if tree is not None:
        tree.kill_groups()
