"""One run of an agent, as a program: `python -P -m hookwright.proving.play`, with a job on standard input.

It is the model, it starts the agent and watches it, and prints what was seen.  It is a process of its own because the
agent reaches the model only where both have the same loopback, which is that of the cage.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

import msgspec

from hookwright.engine.process import Command, adopt_orphans, run
from hookwright.files import open_file
from hookwright.proving.model import Loopback, Script
from hookwright.proving.said import news
from hookwright.proving.script import URL, Job, Played, filled
from hookwright.proving.watching import Watch, kill_descendants

_KEPT_BYTES = 4 << 20
_MARGIN_SECONDS = 5.0
_LARGEST_FILE = 1 << 30
_LOOPBACK = b"lo"
_UP = 0x1
_GET_FLAGS, _SET_FLAGS = 0x8913, 0x8914


def main() -> int:
    """Plays the job on standard input, and prints what was seen of it."""
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    adopt_orphans()
    _limit_files()
    _raise_loopback()
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(play(job))))
    return 0


async def play(job: Job) -> Played:
    """Starts the agent, and waits until it has ended or has to be; nothing that it started is left."""
    session = job.session
    script = Script(turns=list(session.turns), side=session.side)
    with Loopback(script) as server:
        names = {URL: server.url}
        script.turns = filled(script.turns, names)
        script.rules = filled(session.rules, names)
        script.services = filled(session.http, names)
        for path, text in job.files.items():
            _write(path, filled(text, names), is_program=path.endswith(".sh"))
        for path, text in job.programs.items():
            _write(path, text, is_program=True)
        watch = Watch(job.limits)
        found = await watch.over(run(_command(job, names), watch.count))
        if not watch.ended:
            await asyncio.sleep(session.linger)
        kill_descendants()
    why = f"it could not be started ({found.start_error})" if found.start_error else watch.ended
    return Played(
        requests=list(news(script.requests)),
        stdout=found.stdout.decode("utf-8", "replace"),
        stderr=found.stderr.decode("utf-8", "replace"),
        exit_code=None if why else found.exit_code,
        seconds=found.duration,
        turns_left=len(script.turns),
        ended=why,
        reads={name: _read(path) for name, path in job.reads.items()},
    )


def _command(job: Job, names: dict[str, str]) -> Command:
    return Command(
        tuple(filled(job.argv, names)),
        job.cwd,
        filled(job.environment, names),
        filled(job.session.stdin, names).encode(),
        job.limits.seconds + _MARGIN_SECONDS,
        kept_bytes=_KEPT_BYTES,
    )


def _write(path: str, text: str, *, is_program: bool) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if is_program:
        os.chmod(path, 0o755)


def _read(path: str) -> str:
    try:
        with open_file(path, follow=False) as file:
            return file.read(_KEPT_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _limit_files() -> None:
    """No file larger than a gigabyte, and no image of a process that crashed."""
    import resource

    for what, most in ((resource.RLIMIT_FSIZE, _LARGEST_FILE), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(what)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(what, (wanted, wanted))


def _raise_loopback() -> None:
    """Switches the loopback on: in a network namespace that was just made it is down."""
    if not sys.platform.startswith("linux"):
        return
    import fcntl
    import socket
    import struct

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        found = fcntl.ioctl(asked, _GET_FLAGS, struct.pack("16sh14x", _LOOPBACK, 0))
        (flags,) = struct.unpack_from("h", found, 16)
        if not flags & _UP:
            fcntl.ioctl(asked, _SET_FLAGS, struct.pack("16sh14x", _LOOPBACK, flags | _UP))


if __name__ == "__main__":
    sys.exit(main())
