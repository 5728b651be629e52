"""What waits for the input to rest is called once, and only then."""

from __future__ import annotations

import asyncio

import pytest

from hookwright.lsp.idle import Idle


async def test_rest_comes_once_when_no_input_waits() -> None:
    calls: list[str] = []

    def settled() -> None:
        calls.append("settled")

    waiting = True
    idle = Idle(lambda: not waiting)
    for _ in range(3):
        idle.call(settled)
    await asyncio.sleep(0)
    idle.rest()
    assert calls == []
    waiting = False
    idle.rest()
    idle.rest()
    assert calls == ["settled"]


async def test_it_comes_by_itself_where_nothing_is_fed() -> None:
    idle = Idle()
    calls: list[str] = []
    idle.call(lambda: calls.append("called"))
    await asyncio.sleep(0)
    assert calls == ["called"]


async def test_a_failing_callback_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    idle = Idle()
    calls: list[int] = []
    idle.call(lambda: calls.append(1 // 0))
    idle.call(lambda: calls.append(1))
    idle.rest()
    assert calls == [1]
    assert len(caplog.records) == 1
