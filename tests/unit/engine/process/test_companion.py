"""A program that runs beside this one is spoken to line by line, and ends with all that it started."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.unit.engine.commands import is_gone

from hookwright.engine.process.companion import start
from hookwright.errors import UsageError

LIMIT = 1 << 20


async def test_it_answers_for_as_long_as_it_is_spoken_to(tmp_path: Path) -> None:
    cat = await start(("cat",), str(tmp_path), dict(os.environ), LIMIT)

    for line in (b"first\n", b"x" * 100_000 + b"\n"):
        cat.writer.write(line)
        assert await cat.reader.readline() == line
    cat.writer.close()
    await cat.wait()

    assert await cat.reader.read() == b""
    assert await cat.end() == 0


async def test_it_ends_with_all_that_it_started(tmp_path: Path) -> None:
    # The one child has left the group, the other does not listen.
    script = "setsid sleep 1000 & echo $!; (trap '' TERM; while :; do sleep 1000; done) & echo $!; wait"
    shell = await start(("sh", "-c", script), str(tmp_path), dict(os.environ), LIMIT)
    children = [int(await shell.reader.readline()) for _ in range(2)]

    assert await shell.end(grace=0.1) == -signal.SIGTERM

    for it in children:
        assert is_gone(it)


async def test_what_it_leaves_behind_ends_too(tmp_path: Path) -> None:
    shell = await start(("sh", "-c", "sleep 1000 & echo $!; exit 3"), str(tmp_path), dict(os.environ), LIMIT)
    child = int(await shell.reader.readline())
    await shell.wait()

    assert await shell.end() == 3
    assert is_gone(child)


async def test_one_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`no-such-agent` was not found"):
        await start(("no-such-agent",), str(tmp_path), dict(os.environ), LIMIT)
