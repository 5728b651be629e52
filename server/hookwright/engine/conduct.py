"""Carries one command from its start to the report of what it did."""

from __future__ import annotations

import os
import time
from asyncio import AbstractEventLoop, CancelledError, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from hookwright.engine.life import Life
from hookwright.engine.pipes import close_all, fill, open_pipes
from hookwright.engine.process import Command, Finished
from hookwright.engine.refusals import why_not_started
from hookwright.engine.spawn import spawn
from hookwright.engine.tree import Group, prepare


async def conduct(command: Command, on_output: Callable[[str, bytes], None] | None) -> Finished:
    """Does what `process.run` promises."""
    started_at, begin = datetime.now(UTC), time.perf_counter()
    try:
        life = _start(get_running_loop(), command, on_output)
    except (OSError, ValueError) as error:
        return _report_refusal(why_not_started(command.argv, command.cwd, error), started_at, begin)
    try:
        life.begin()
        await life.end()
    except CancelledError:
        life.cancel()
        await _outlast(life)
        raise
    finally:
        life.abandon()
    return _report(life, started_at, begin)


def _start(loop: AbstractEventLoop, command: Command, on_output: Callable[[str, bytes], None] | None) -> Life:
    prepare()
    theirs, ours = open_pipes()
    try:
        rest = fill(ours[0], command.stdin)
        group = Group(spawn(command.argv, theirs, command.cwd, command.environment))
    except BaseException:
        close_all(ours)
        raise
    finally:
        close_all(theirs)
    return Life(loop, command, group, ours, rest, on_output)


async def _outlast(life: Life) -> None:
    """Waits for the end of a stopped command, however often the waiting is cancelled."""
    while not life.over:
        with suppress(CancelledError):
            await life.end()


def _report(life: Life, started_at: datetime, begin: float) -> Finished:
    status = life.group.status
    code = None if status is None else os.waitstatus_to_exitcode(status)
    killed = code is not None and code < 0
    return Finished(
        exit_code=None if killed else code,
        signal=-code if code is not None and killed else None,
        timed_out=life.timed_out,
        start_error=None,
        stdout=bytes(life.stdout.kept),
        stderr=bytes(life.stderr.kept),
        stdout_total=life.stdout.total,
        stderr_total=life.stderr.total,
        started_at=started_at,
        duration=time.perf_counter() - begin,
    )


def _report_refusal(reason: str, started_at: datetime, begin: float) -> Finished:
    return Finished(
        exit_code=None,
        signal=None,
        timed_out=False,
        start_error=reason,
        stdout=b"",
        stderr=b"",
        stdout_total=0,
        stderr_total=0,
        started_at=started_at,
        duration=time.perf_counter() - begin,
    )
