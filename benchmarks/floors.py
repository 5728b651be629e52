"""What starting a process costs without an engine: in C, where a compiler is here, and with asyncio's own means."""

from __future__ import annotations

import asyncio
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_SOURCE = Path(__file__).with_name("peers") / "spawn_floor.c"
_PAYLOAD = b"x" * 1024
_PATIENCE = 120
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
        floor = _CFloor(program)
        yield lambda total, at_once, argv: floor.ask(f"{total} {at_once} {' '.join(argv)}")
        floor.stop()


class _CFloor:
    """The program, started again where it does not answer: once in hundreds of rounds it waits for what never comes."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(self._program, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line: str) -> float:
        """The seconds that it took.  Raises TimeoutError where it does not answer twice."""
        for _ in range(2):
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
            if select.select([self._process.stdout], [], [], _PATIENCE)[0]:
                return float(self._process.stdout.readline())
            self.stop()
            self._start()
        raise TimeoutError(f"the floor in C took more than {_PATIENCE} s for: {line}")

    def stop(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.communicate()


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
