"""A program that runs beside this one and is spoken to through its pipes, until one of the two ends."""

from __future__ import annotations

import asyncio
import os
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter, get_running_loop
from collections.abc import Mapping

from hookwright.engine.process.epoll import watcher_for
from hookwright.engine.process.pipes import close_all
from hookwright.engine.process.process import marked
from hookwright.engine.process.process_group import Group, prepare
from hookwright.engine.process.pursuit import pursuit_on
from hookwright.engine.process.spawn import spawn, why_not_started
from hookwright.errors import UsageError

_STDERR = 2


class Companion:
    """A started program: `writer` leads to its standard input, `reader` has its standard output."""

    def __init__(self, group: Group) -> None:
        self.reader: StreamReader
        self.writer: StreamWriter
        self._group = group
        self._exited = asyncio.Event()
        self._ended = False
        loop = get_running_loop()
        group.watch(loop, watcher_for(loop), self._on_exit)

    async def wait(self) -> None:
        """Waits until the program itself has ended; what it started may go on."""
        await self._exited.wait()

    async def end(self, grace: float = 0.5) -> int | None:
        """Ends it with all that it started: SIGTERM now, SIGKILL after `grace` seconds for what is left.

        Gives the exit code, the negative number of the signal that killed it, or None if it is unknown.  Being
        cancelled kills at once.
        """
        if not self._ended:
            self._ended = True
            loop = get_running_loop()
            over = asyncio.Event()
            pursuit_on(loop).begin(self._group, grace, over.set)
            try:
                await over.wait()
                self._group.release()
            except asyncio.CancelledError:
                pursuit_on(loop).drop(self._group)
                self._group.destroy()
                raise
            finally:
                self.writer.close()
        status = self._group.status
        return None if status is None else os.waitstatus_to_exitcode(status)

    def _on_exit(self) -> None:
        self._exited.set()
        if self._ended:
            pursuit_on(get_running_loop()).hurry(self._group)


async def start(
    argv: tuple[str, ...], cwd: str, environment: Mapping[str, str], limit: int, *, quiet: bool = False
) -> Companion:
    """Starts the program in a session of its own; its standard error is that of this process, or lost if `quiet`.

    A line that is read from it may have `limit` bytes.  Raises UsageError if it cannot be started.
    """
    prepare()
    ends: list[int] = []
    nowhere = os.open(os.devnull, os.O_WRONLY) if quiet else _STDERR
    try:
        ends += os.pipe()
        ends += os.pipe()
        their_in, our_out, our_in, their_out = ends
        group = Group(lambda mark: spawn(argv, (their_in, their_out, nowhere), cwd, marked(environment, mark)))
    except (OSError, ValueError) as error:
        close_all(ends)
        raise UsageError(f"The program cannot be started: {why_not_started(argv, cwd, error)}", "check it") from error
    finally:
        if quiet:
            os.close(nowhere)
    close_all((their_in, their_out))
    companion = Companion(group)
    companion.reader, companion.writer = await open_streams(our_in, our_out, limit)
    return companion


async def open_streams(in_fd: int, out_fd: int, limit: int) -> tuple[StreamReader, StreamWriter]:
    """Streams over two pipes, which are closed with them; `limit` is in bytes, for a line."""
    loop = get_running_loop()
    reader = StreamReader(limit, loop)
    await loop.connect_read_pipe(lambda: StreamReaderProtocol(reader, loop=loop), os.fdopen(in_fd, "rb", 0))
    # Its reader is never fed: the protocol is there for what a writer waits for.
    transport, protocol = await loop.connect_write_pipe(
        lambda: StreamReaderProtocol(StreamReader(loop=loop), loop=loop), os.fdopen(out_fd, "wb", 0)
    )
    return reader, StreamWriter(transport, protocol, None, loop)
