"""Commands for real processes, and ways to see what is left of them."""

from __future__ import annotations

import asyncio
import os
import select
from collections.abc import Callable
from pathlib import Path

from hookwright.engine.process import Command, Finished, run

ENVIRONMENT = {"PATH": os.defpath}


def shell(
    text: str,
    folder: Path,
    *,
    stdin: bytes = b"",
    timeout: float = 10.0,
    grace: float = 0.5,
    linger: float = 0.2,
    kept_bytes: int = 1 << 20,
    environment: dict[str, str] | None = None,
) -> Command:
    return Command(
        argv=("/bin/sh", "-c", text),
        cwd=str(folder),
        environment=ENVIRONMENT if environment is None else environment,
        stdin=stdin,
        timeout=timeout,
        grace=grace,
        linger=linger,
        kept_bytes=kept_bytes,
    )


def finish(command: Command, on_output: Callable[[str, bytes], None] | None = None) -> Finished:
    return asyncio.run(run(command, on_output))


def is_gone(process: int, within: float = 2.0) -> bool:
    """Whether the process, anybody's child, ends in time; an unreaped one has ended."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], within)[0])
    finally:
        os.close(descriptor)


def lives(process: int) -> bool:
    return not is_gone(process, within=0.0)


def open_descriptors() -> list[str]:
    """The descriptors of this process, as their numbers."""
    return sorted(os.listdir("/proc/self/fd"))
