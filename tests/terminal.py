"""The command line at a real terminal, where somebody types."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO

from tests.e2e.workspace import Workspace


@dataclass(frozen=True)
class Ended:
    """`output` is what came to standard output, `shown` what else the terminal showed."""

    code: int
    output: str
    shown: str


def at_terminal(workspace: Workspace, arguments: Sequence[str], typed: str) -> Ended:
    """How `hookwright` with these arguments ends, in the workspace's home."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "HOME": str(workspace.home)}
    command = [sys.executable, "-m", "hookwright", *arguments]
    with os.fdopen(ours, "r+b", buffering=0) as terminal:
        terminal.write(typed.encode())
        ended = subprocess.run(
            command, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, env=environment, check=False
        )
        os.close(theirs)
        shown = everything_shown(terminal)
    return Ended(ended.returncode, ended.stdout.decode(), shown)


def everything_shown(terminal: FileIO) -> str:
    """What a terminal shows until all programs have left it.

    The kernel hands over in the background what was written: nothing to read yet is not the end, an error is.
    """
    pieces: list[bytes] = []
    with suppress(OSError):
        while piece := terminal.read(65536):
            pieces.append(piece)
    return b"".join(pieces).decode()
