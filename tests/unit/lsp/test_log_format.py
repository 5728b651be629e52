"""Lines of the log: each with its dispatch, and with nothing that should not be there."""

from __future__ import annotations

import asyncio
import io
import logging

import pytest

from hookwright.engine.correlation import current_dispatch, within
from hookwright.transport.log_format import LogFormatter, log_level


def _line(message: str) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LogFormatter())
    handler.emit(logging.LogRecord("hookwright.x", logging.WARNING, __file__, 1, message, None, None))
    return stream.getvalue()


def test_a_line_names_its_dispatch() -> None:
    with within("0123456789abcdef"):
        assert _line("slow").endswith(" WARNING hookwright.x: [dispatch 0123456789abcdef] slow\n")
    assert _line("slow").endswith(" WARNING hookwright.x: slow\n")


def test_nothing_in_it_is_obeyed_or_secret() -> None:
    token = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyz"
    assert _line(f"\x1b[2J {token}").endswith(": ␛[2J [redacted: GitHub token]\n")


async def test_tasks_belong_to_the_dispatch_that_began_them() -> None:
    async def look() -> str | None:
        await asyncio.sleep(0)
        return current_dispatch()

    with within("a"):
        first = asyncio.create_task(look())
    with within("b"):
        second = asyncio.create_task(look())
    assert (await first, await second, current_dispatch()) == ("a", "b", None)


@pytest.mark.parametrize(("named", "level"), [(None, "WARNING"), ("info", "INFO"), ("loud", "WARNING")])
def test_the_level_is_one_that_there_is(named: str | None, level: str) -> None:
    assert log_level(named) == level
