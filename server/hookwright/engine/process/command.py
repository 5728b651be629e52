"""What to run, and the result: the values that go in and out of this package."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Self

from msgspec import Struct


class Command(Struct, frozen=True):
    """What to start, and how long it may take; all times in seconds."""

    argv: tuple[str, ...]
    """The program first, with its path or looked up in the environment's PATH."""
    cwd: str
    environment: Mapping[str, str]
    """All of it: nothing of this process is added, but a mark by which all that the command starts can be found."""
    stdin: bytes
    timeout: float
    kept_bytes: int = 1 << 20
    """How much of each stream is kept; the rest is read, counted and thrown away."""
    kept_object_bytes: int = 0
    """The same for a stdout that begins as a JSON object does, where that is more."""
    grace: float = 0.5
    """Between SIGTERM and SIGKILL."""
    grace_of_cancelled: float = 0.2
    """The same if the caller was cancelled, as something waits for the end."""
    linger: float = 0.2
    """How long others may hold the pipes open after the command itself has ended."""
    descriptors: tuple[int, ...] = ()
    """Of this process, which the program gets under the same numbers; the caller closes its own."""


class Finished(Struct, frozen=True):
    """What became of a command."""

    exit_code: int | None
    """None when a signal ended it, when it never started, or when its status was taken elsewhere."""
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

    @classmethod
    def not_started(cls, reason: str, started_at: datetime | None = None, duration: float = 0.0) -> Self:
        """What is answered for a command that could not be started."""
        return cls(
            exit_code=None,
            signal=None,
            timed_out=False,
            start_error=reason,
            stdout=b"",
            stderr=b"",
            stdout_total=0,
            stderr_total=0,
            started_at=started_at or datetime.now(UTC),
            duration=duration,
        )
