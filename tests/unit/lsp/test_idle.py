"""What waits for the input to rest is called once, and only then."""

from __future__ import annotations

import pytest

from hookwright.lsp.idle import Idle


def test_rest_comes_once_when_no_input_waits() -> None:
    calls: list[str] = []

    def settled() -> None:
        calls.append("settled")

    waiting = True
    idle = Idle(lambda: not waiting)
    for _ in range(3):
        idle.call(settled)
    idle.rest()
    assert calls == []
    waiting = False
    idle.rest()
    idle.rest()
    assert calls == ["settled"]


def test_whoever_feeds_hears_that_something_waits() -> None:
    idle = Idle(lambda: True)
    calls: list[str] = []
    idle.rest_soon = lambda: calls.append("soon")
    idle.call(lambda: calls.append("called"))
    assert calls == ["soon"]
    idle.rest()
    assert calls == ["soon", "called"]


def test_a_failing_callback_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    idle = Idle(lambda: True)
    calls: list[int] = []
    idle.call(lambda: calls.append(1 // 0))
    idle.call(lambda: calls.append(1))
    idle.rest()
    assert calls == [1]
    assert len(caplog.records) == 1
