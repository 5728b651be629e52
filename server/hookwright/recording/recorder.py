"""What an agent runs on an event that is recorded: it takes the payload, leaves it to a process behind it, and ends.

It decides nothing, prints nothing, ends with 0 and within some hundredths of a second, also if the journal hangs.  The
payload goes through memory alone, as it has not been redacted yet.  The agent starts this file itself, with `python -I
-S`, the dialect and the event: it imports nothing but the standard library, and little of that.
"""

from __future__ import annotations

import os
import sys

# In seconds: how long it waits for the rest of a payload, how long the process behind it does, and how long that lives.
_READING = 0.025
_READING_BEHIND = 5.0
_LIVING = 30

MOST_BYTES = 16 * 1024 * 1024
"""What is larger is not recorded."""

_AT_ONCE = 1 << 20
_DESCRIPTORS = 1024
_MOST_MEMORY = 2 << 30
# Of a command that the engine runs: what that is given is in the journal already, or is a sample.
_OF_THE_ENGINE = "HOOKWRIGHT_RUN"
_ARGUMENTS = 3


def main() -> None:
    """Hands the payload over; the agent does not hear of errors."""
    try:
        if len(sys.argv) == _ARGUMENTS and not os.environ.get(_OF_THE_ENGINE):
            _hand_over(*sys.argv[1:])
    finally:
        os._exit(0)


if sys.platform == "win32":

    def _hand_over(dialect: str, event: str) -> None:
        """Starts a process that gets the payload through a pipe, which has room for all of it."""
        import _winapi
        import msvcrt
        import subprocess
        import threading

        found: list[bytes] = []
        reading = threading.Thread(target=lambda: found.append(sys.stdin.buffer.read(MOST_BYTES + 1)), daemon=True)
        reading.start()
        reading.join(_READING)
        payload = b"".join(found)
        if not payload or len(payload) > MOST_BYTES:
            return
        ends = _winapi.CreatePipe(None, len(payload) + _AT_ONCE)
        behind = os.path.join(os.path.dirname(os.path.abspath(__file__)), "behind.py")
        subprocess.Popen(
            [sys.executable, "-I", behind, dialect, event],
            stdin=msvcrt.open_osfhandle(ends[0], os.O_RDONLY),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP,
        )
        os.write(msvcrt.open_osfhandle(ends[1], os.O_WRONLY), payload)

else:
    import select
    import time

    def _hand_over(dialect: str, event: str) -> None:
        """Goes on in another process, in a session of its own and with none of the agent's pipes."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        # Agents wait for whoever holds these two.
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        parts, is_whole = _read(_READING, [])
        if os.fork() == 0:
            os.closerange(3, _DESCRIPTORS)
            _limit()
            if not is_whole:
                parts, is_whole = _read(_READING_BEHIND, parts)
            os.dup2(1, 0)
            if is_whole:
                _keep(b"".join(parts), dialect, event)

    def _read(seconds: float, parts: list[bytes]) -> tuple[list[bytes], bool]:
        """What has come with what comes within that time, and whether that is all and not too large."""
        until, size = time.monotonic() + seconds, sum(map(len, parts))
        while size <= MOST_BYTES:
            left = until - time.monotonic()
            if left <= 0 or not select.select([0], [], [], left)[0]:
                return parts, False
            part = os.read(0, _AT_ONCE)
            if not part:
                return parts, True
            parts.append(part)
            size += len(part)
        return parts, False

    def _limit() -> None:
        """Leaves the agent's session, and limits time and memory; no image of this process gets to the disk."""
        import resource
        import signal
        from contextlib import suppress

        os.setsid()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(_LIVING)
        os.nice(10)
        limits = ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, _LIVING), (resource.RLIMIT_AS, _MOST_MEMORY))
        for what, most in limits:
            hard = resource.getrlimit(what)[1]
            # macOS does not limit memory.
            with suppress(OSError, ValueError):
                resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))

    def _keep(payload: bytes, dialect: str, event: str) -> None:
        """Keeps it with what the package needs, which is imported only now."""
        import site

        site.main()
        # Where the package was installed for the user alone, `-I` has left it out.
        sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        from hookwright.recording.keeping import keep

        keep(payload, dialect, event)


if __name__ == "__main__":
    main()
