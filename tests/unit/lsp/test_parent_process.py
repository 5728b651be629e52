"""The death of the process that started the server is noticed, with and without the kernel's help."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from hookwright.lsp.start import parent_process
from hookwright.lsp.start.parent_process import watch_process


@pytest.fixture
def other() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


async def test_death_is_noticed(other: subprocess.Popen[bytes]) -> None:
    died = asyncio.Event()
    watch_process(asyncio.get_running_loop(), other.pid, died.set)
    await asyncio.sleep(0)
    assert not died.is_set()
    other.communicate(b"\n")
    await asyncio.wait_for(died.wait(), 120)


async def test_death_is_noticed_without_help_from_the_kernel(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, died, lives = asyncio.Event(), asyncio.Event(), parent_process.lives
    looks: list[bool] = []

    def look(process_id: int) -> bool:
        looks.append(lives(process_id))
        if len(looks) > 2:
            looked.set()
        return looks[-1]

    monkeypatch.delattr(os, "pidfd_open")
    monkeypatch.setattr(parent_process, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(parent_process, "lives", look)
    watch_process(asyncio.get_running_loop(), other.pid, died.set)
    await asyncio.wait_for(looked.wait(), 120)
    assert not died.is_set()
    other.communicate(b"\n")
    await asyncio.wait_for(died.wait(), 120)


@pytest.mark.parametrize("process_id", [None, 0, -1, 2**40])
async def test_what_cannot_be_watched_is_not_dead(process_id: int | None) -> None:
    calls: list[str] = []
    watch_process(asyncio.get_running_loop(), process_id, lambda: calls.append("died"))
    await asyncio.sleep(0)
    assert calls == []
