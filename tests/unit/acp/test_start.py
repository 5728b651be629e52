"""Whichever side ends first, the other ends too, with all that it started."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.unit.engine.commands import is_gone

from hookwright.acp.start import Setup, serve
from hookwright.embedding.session_hooks import HookSetup
from hookwright.engine.process.companion import open_streams
from hookwright.errors import UsageError
from hookwright.transport.lines import MAX_LINE_BYTES


@asynccontextmanager
async def served(script: str) -> AsyncIterator[tuple[StreamReader, StreamWriter, asyncio.Task[int]]]:
    """A client of an agent that is a script of the shell."""
    there, back = os.pipe(), os.pipe()
    reader, writer = await open_streams(back[0], there[1], MAX_LINE_BYTES)
    serving = asyncio.create_task(serve(Setup(agent=("sh", "-c", script), hooks=HookSetup()), there[0], back[1]))
    try:
        yield reader, writer, serving
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        writer.close()
        await reader.read()


async def test_an_agent_ends_with_its_client() -> None:
    told = 'echo "{\\"method\\":\\"_pids\\",\\"params\\":[$!,$$]}"'
    async with served(f"setsid sleep 1000 & {told}; cat") as (reader, writer, serving):
        processes = json.loads(await reader.readline())["params"]
        writer.close()
        await serving

        assert all(is_gone(it) for it in processes)


async def test_the_last_words_of_an_agent_are_heard_and_its_exit_code_is_given() -> None:
    async with served('echo \'{"method":"_bye"}\'; sleep 1000 & exit 7') as (reader, _, serving):
        assert await serving == 7
        assert await reader.read() == b'{"method":"_bye"}\n'


async def test_an_agent_that_a_signal_ends() -> None:
    async with served("kill -9 $$") as (_, _, serving):
        assert await serving == 137


async def test_an_agent_that_is_not_there() -> None:
    there, back = os.pipe(), os.pipe()
    try:
        with pytest.raises(UsageError, match="`no-such-agent` was not found"):
            await serve(Setup(agent=("no-such-agent",), hooks=HookSetup()), there[0], back[1])
    finally:
        for it in (*there, *back):
            os.close(it)


_STUCK = """
import sys

from hookwright.__main__ import main
from hookwright.acp.proxy import Proxy
from hookwright.transport import process


async def close(proxy):
    while True:
        pass


Proxy.close = close
process.ENDING_SECONDS = 1.0
sys.argv = ["hookwright", "acp", "--", "true"]
main()
"""


def test_a_proxy_that_is_stuck_at_its_end_is_ended() -> None:
    ended = subprocess.run([sys.executable, "-c", _STUCK], input=b"", capture_output=True, check=False)

    assert ended.returncode == 1
    assert b"does not end by itself" in ended.stderr
