"""Carries one command from its start to the report of what it did.

A process is in one of three states:

- running: until the leader exits (then lingering), or its time is out or its caller gone (then stopping);
- stopping: SIGTERM was sent; until nothing of it is left, which SIGKILL sees to when the grace has passed;
- lingering: the leader is gone; until the pipes end or `linger` has passed.
"""

from __future__ import annotations

import os
import time
from asyncio import AbstractEventLoop, CancelledError, Future, get_running_loop
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from hookwright.engine.process.command import Command, Finished
from hookwright.engine.process.descendants import MARK
from hookwright.engine.process.epoll import watcher_for
from hookwright.engine.process.pipes import Drain, Feed, close_all, fill, open_pipes
from hookwright.engine.process.process_group import Group, prepare
from hookwright.engine.process.pursuit import pursuit_on
from hookwright.engine.process.spawn import spawn, why_not_started


class Process:
    """One started command, from its first byte to the last sign of it."""

    def __init__(
        self,
        loop: AbstractEventLoop,
        command: Command,
        group: Group,
        ends: tuple[int, int, int],
        unread: memoryview,
        on_output: Callable[[str, bytes], None] | None,
    ) -> None:
        watcher = watcher_for(loop)

        def drain(stream: str, end: int) -> Drain:
            def pass_on(chunk: bytes) -> None:
                # The loop calls and reports a fault of the listener, which then stops nothing here.
                if on_output is not None:
                    loop.call_soon(on_output, stream, chunk)

            on_chunk = pass_on if on_output else None
            object_bytes = command.kept_object_bytes if stream == "stdout" else 0
            return Drain(watcher, end, command.kept_bytes, on_chunk, self._on_drained, object_bytes)

        self.timed_out = False
        self._loop = loop
        self._watcher = watcher
        self._command = command
        self.group = group
        self._feed = Feed(watcher, ends[0], unread)
        self.stdout = drain("stdout", ends[1])
        self.stderr = drain("stderr", ends[2])
        self._timer = loop.call_later(command.timeout, self._time_out)
        self._stopping = self._lingering = self.over = False
        self._waiter: Future[None] | None = None

    def begin(self) -> None:
        self._feed.begin()
        self.stdout.begin()
        self.stderr.begin()
        self.group.watch(self._loop, self._watcher, self._on_exit)

    async def end(self) -> None:
        """Waits until the command is over; may be cancelled, and called again."""
        while not self.over:
            self._waiter = self._loop.create_future()
            await self._waiter

    def cancel(self) -> None:
        """The same as `stop` with the grace of those that were cancelled."""
        self._stop(min(self._command.grace, self._command.grace_of_cancelled))

    def stop(self) -> None:
        """Ends it with all that it started: SIGTERM now, SIGKILL after the grace for what is left."""
        self._stop(self._command.grace)

    def _stop(self, grace: float) -> None:
        if self._stopping or self.over:
            return
        self._stopping, self._lingering = True, False
        self._timer.cancel()
        pursuit_on(self._loop).begin(self.group, grace, self._linger)

    def abandon(self) -> None:
        """Ends everything at once when the loop will not come round again; else nothing is left to do."""
        if not self.over:
            if self._stopping:
                pursuit_on(self._loop).drop(self.group)
            self.group.destroy()
            self._close()

    def _time_out(self) -> None:
        self.timed_out = True
        self.stop()

    def _on_exit(self) -> None:
        # As a rule the last words and the end of the pipes are there by now.
        self.stdout.read()
        self.stderr.read()
        if self._stopping:
            pursuit_on(self._loop).hurry(self.group)
        elif not self.over:
            self._linger()

    def _on_drained(self) -> None:
        if not (self.stdout.ended and self.stderr.ended):
            return
        # Most leaders are gone with their pipes: no need to wait for the news of it.
        if self._lingering or (not self._stopping and self.group.reap()):
            self._finish()

    def _linger(self) -> None:
        """Waits briefly for pipes that a process in the background still holds."""
        if self.over:
            return
        self._timer.cancel()
        if self._stopping:
            self.group.forget()
        if self.stdout.ended and self.stderr.ended:
            self._finish()
            return
        self._lingering = True
        self._timer = self._loop.call_later(self._command.linger, self._finish)

    def _finish(self) -> None:
        self.group.release()
        self._close()
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _close(self) -> None:
        self.over = True
        self._timer.cancel()
        self._feed.close()
        self.stdout.close()
        self.stderr.close()


async def run_command(command: Command, on_output: Callable[[str, bytes], None] | None) -> Finished:
    """Does what `run` of this package promises."""
    started_at, begin = datetime.now(UTC), time.perf_counter()
    try:
        process = _start(get_running_loop(), command, on_output)
    except (OSError, ValueError) as error:
        reason = why_not_started(command.argv, command.cwd, error)
        return Finished.not_started(reason, started_at, time.perf_counter() - begin)
    try:
        process.begin()
        await process.end()
    except CancelledError:
        process.cancel()
        await _outlast(process)
        raise
    finally:
        process.abandon()
    return _report(process, started_at, begin)


def _start(loop: AbstractEventLoop, command: Command, on_output: Callable[[str, bytes], None] | None) -> Process:
    prepare()
    theirs, ours = open_pipes()
    try:
        rest = fill(ours[0], command.stdin)
        group = Group(
            lambda mark: spawn(
                command.argv, theirs, command.cwd, marked(command.environment, mark), command.descriptors
            )
        )
    except BaseException:
        close_all(ours)
        raise
    finally:
        close_all(theirs)
    return Process(loop, command, group, ours, rest, on_output)


def marked(environment: Mapping[str, str], mark: str) -> dict[str, str]:
    """The environment with the mark, behind those of the commands that this process belongs to itself."""
    earlier = environment.get(MARK)
    return {**environment, MARK: f"{earlier} {mark}" if earlier else mark}


async def _outlast(process: Process) -> None:
    """Waits for the end of a stopped command, however often the waiting is cancelled."""
    while not process.over:
        with suppress(CancelledError):
            await process.end()


def _report(process: Process, started_at: datetime, begin: float) -> Finished:
    status = process.group.status
    code = None if status is None else os.waitstatus_to_exitcode(status)
    killed = code is not None and code < 0
    return Finished(
        exit_code=None if killed else code,
        signal=-code if code is not None and killed else None,
        timed_out=process.timed_out,
        start_error=None,
        stdout=bytes(process.stdout.kept),
        stderr=bytes(process.stderr.kept),
        stdout_total=process.stdout.total,
        stderr_total=process.stderr.total,
        started_at=started_at,
        duration=time.perf_counter() - begin,
    )
