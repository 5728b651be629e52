"""What starting a process costs without an engine: in C, where a compiler is here, and with asyncio's own means."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_SOURCE = Path(__file__).with_name("peers") / "spawn_floor.c"
_PAYLOAD = b"x" * 1024
C_FLOOR = "C floor"
STOCK = "asyncio, stock"

Floor = Callable[[int, int, Sequence[str]], float]
"""Runs a command that often, so many at once, and answers the seconds."""


@contextmanager
def c_floor() -> Iterator[Floor | None]:
    """The floor in C for as long as the context lasts; None where it cannot be compiled."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("cc is not here: nothing is measured beside the floor in C", file=sys.stderr)
        yield None
        return
    with TemporaryDirectory() as folder:
        program = Path(folder) / "spawn_floor"
        subprocess.run((compiler, "-O2", "-o", program, _SOURCE), check=True)
        with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            yield lambda total, at_once, argv: _ask(process, f"{total} {at_once} {' '.join(argv)}")
            if process.stdin is not None:
                process.stdin.close()


def _ask(process: subprocess.Popen[str], line: str) -> float:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


async def stock(total: int, at_once: int, argv: Sequence[str]) -> None:
    """The same with asyncio's subprocesses."""
    slots = asyncio.Semaphore(at_once)

    async def run() -> None:
        async with slots:
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(
                *argv, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
            await process.communicate(_PAYLOAD)

    await asyncio.gather(*(run() for _ in range(total)))
