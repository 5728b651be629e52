"""Work in turns: what else waits is served before the work is done."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from hookwright.transport import tasks


def _work(done: list[str], steps: int) -> Generator[None, None, int]:
    try:
        for _ in range(steps):
            done.append("step")
            yield
    finally:
        done.append("end")
    return steps


async def test_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_TURN_SECONDS", 0.0)
    done = list[str]()
    asyncio.get_running_loop().call_soon(done.append, "other")

    assert await tasks.in_turns(_work(done, 3)) == 3
    assert done == ["step", "other", "step", "step", "end"]


async def test_short_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_TURN_SECONDS", 60.0)
    done = list[str]()
    asyncio.get_running_loop().call_soon(done.append, "other")

    assert await tasks.in_turns(_work(done, 3)) == 3
    assert "other" not in done


async def test_what_is_cancelled_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_TURN_SECONDS", 0.0)
    done = list[str]()
    task = asyncio.get_running_loop().create_task(tasks.in_turns(_work(done, 10_000)))
    asyncio.get_running_loop().call_soon(tasks.cancel, task)
    await asyncio.wait([task])

    assert task.cancelled()
    assert done[-1] == "end"
    assert len(done) < 1_000
