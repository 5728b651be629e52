"""What waits for the input to rest is called once, and only then."""

from __future__ import annotations

import asyncio

import pytest

from hookwright.lsp.debounce import Debounce


async def test_rest_comes_once_when_no_input_waits() -> None:
    calls: list[str] = []

    def settled() -> None:
        calls.append("settled")

    waiting = True
    debounce = Debounce(lambda: not waiting)
    for _ in range(3):
        debounce.call(settled)
    await asyncio.sleep(0)
    debounce.flush()
    assert calls == []
    waiting = False
    debounce.flush()
    debounce.flush()
    assert calls == ["settled"]


async def test_it_comes_by_itself_where_nothing_is_fed() -> None:
    debounce = Debounce()
    calls: list[str] = []
    debounce.call(lambda: calls.append("called"))
    await asyncio.sleep(0)
    assert calls == ["called"]


async def test_a_failing_callback_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    debounce = Debounce()
    calls: list[int] = []
    debounce.call(lambda: calls.append(1 // 0))
    debounce.call(lambda: calls.append(1))
    debounce.flush()
    assert calls == [1]
    assert len(caplog.records) == 1
