"""One host process: its start, the lines that go to it and come from it, and its end (E10)."""

from __future__ import annotations

import asyncio
import json
import mmap
import os
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from hookwright.engine.process import Command, Finished, run
from hookwright.modules.wire import MARK, MOST_BYTES

_FOR_EVER = 1e9
_EXIT_SECONDS = 0.5
"""Between the end of the socket and that of the process."""


class Listener(Protocol):
    """What is told of a host process."""

    def on_message(self, message: dict[str, Any]) -> None:
        """A line arrived; raising LookupError, TypeError or ValueError ends a host that speaks nonsense."""

    def on_output(self, text: str) -> None:
        """Something was written to the descriptors of standard output or error."""

    def on_end(self, how: str) -> None:
        """The process has ended, and all that it started with it; `how` is half a sentence."""


class HostProcess:
    """A started host process; once `kill` has been called, `on_end` follows."""

    def __init__(self, listener: Listener, cwd: str, environment: Mapping[str, str], memory: int) -> None:
        self._listener = listener
        self._cwd = cwd
        self._environment = environment
        self._memory = memory
        self._transport: asyncio.WriteTransport | None = None
        self._mark: mmap.mmap | None = None
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()

    async def start(self) -> None:
        """Starts it; if it cannot be started, `on_end` says so."""
        ours, theirs = socket.socketpair()
        mark = _mark_file()
        self._mark = mmap.mmap(mark, MARK.size)
        command = self._command(theirs.fileno(), mark)
        self._task = asyncio.get_running_loop().create_task(self._live(command))
        ours.setblocking(False)  # noqa: FBT003  the library's own form
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_unix_connection(lambda: _Lines(self._listener, self._gone), sock=ours)
        # By now the task has taken its first step, in which the program was started.
        await asyncio.sleep(0)
        theirs.close()
        os.close(mark)

    def _command(self, wire: int, mark: int) -> Command:
        # Without -P, a folder that the program is started in could replace what it imports.
        program = (sys.executable, "-P", "-u", "-m", "hookwright.modules.host")
        return Command(
            (*program, str(wire), str(mark), str(self._memory)),
            self._cwd,
            self._environment,
            b"",
            _FOR_EVER,
            kept_bytes=0,
            grace_of_cancelled=0.0,
            descriptors=(wire, mark),
        )

    async def _live(self, command: Command) -> None:
        running = asyncio.ensure_future(run(command, self._output))
        lost = asyncio.ensure_future(self._lost.wait())
        how = "was ended"
        try:
            await asyncio.wait((running, lost), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((running,), timeout=_EXIT_SECONDS)
            if running.done():
                how = _how(running.result())
                # Its last words may still be on their way.
                await asyncio.wait((lost,), timeout=_EXIT_SECONDS)
        finally:
            lost.cancel()
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            self._close()
            self._listener.on_end(how)

    def _gone(self) -> None:
        self._lost.set()

    def _output(self, _: str, chunk: bytes) -> None:
        self._listener.on_output(chunk.decode("utf-8", "replace"))

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def send(self, line: bytes) -> None:
        """Writes a whole line, which need not arrive."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(line)

    def mark(self) -> tuple[int, int, int]:
        """The number of the call whose code runs, one more than its module's index, and the last call that began."""
        if self._mark is None:
            return 0, 0, 0
        call, module, begun = MARK.unpack_from(self._mark)
        return int(call), int(module), int(begun)

    def kill(self) -> None:
        """Ends it at once, with all that it started."""
        if self._task is not None:
            self._task.cancel()

    async def ended(self) -> None:
        """Waits until it is gone."""
        if self._task is not None:
            await asyncio.wait((self._task,))


class _Lines(asyncio.Protocol):
    """Takes the socket's bytes apart into messages."""

    def __init__(self, listener: Listener, on_end: Callable[[], None]) -> None:
        self._listener = listener
        self._on_end = on_end
        self._rest = bytearray()

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if b"\n" not in data:
            if len(self._rest) > MOST_BYTES:
                # A module wrote to the socket itself.
                self._on_end()
            return
        *lines, self._rest = self._rest.split(b"\n")
        try:
            for line in lines:
                self._listener.on_message(json.loads(line))
        except (LookupError, TypeError, ValueError, RecursionError):
            # A module wrote to the socket itself.
            self._on_end()

    def connection_lost(self, _: Exception | None) -> None:
        self._on_end()


def _how(finished: Finished) -> str:
    if finished.start_error is not None:
        return f"could not be started: {finished.start_error}"
    if finished.signal is not None:
        return f"was killed by signal {finished.signal}"
    return "ended" if finished.exit_code is None else f"exited with code {finished.exit_code}"


def _mark_file() -> int:
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("hookwright-modules")
        os.ftruncate(file, MARK.size)
        return file
    import tempfile

    with tempfile.TemporaryFile() as found:
        found.truncate(MARK.size)
        return os.dup(found.fileno())
