"""How long a number in a file is."""

from __future__ import annotations

from hookwright.config.faults import fault_of_duration
from hookwright.model.grammar import Field, JsonType, Unit


def _duration(unit: Unit, *, shortest: float | None = None, milliseconds_from: float | None = None) -> Field:
    kind = JsonType.NUMBER
    return Field(name="t", kind=kind, doc="", unit=unit, shortest=shortest, milliseconds_from=milliseconds_from)


def test_a_duration_is_in_its_unit() -> None:
    assert _duration(Unit.SECONDS).seconds(90) == 90
    assert _duration(Unit.MILLISECONDS).seconds(90) == 0.09


def test_a_short_duration_can_count_as_a_longer_one() -> None:
    timeout = _duration(Unit.SECONDS, shortest=1)
    assert [timeout.seconds(it) for it in (0, 0.5, 2)] == [1, 1, 2]
    assert fault_of_duration(timeout, 0) is None
    assert fault_of_duration(timeout, -1) is not None
    assert fault_of_duration(_duration(Unit.SECONDS), 0) is not None


def test_a_large_number_of_seconds_can_be_meant_in_milliseconds() -> None:
    timeout = _duration(Unit.SECONDS, milliseconds_from=1000)
    assert [timeout.seconds(it) for it in (999, 1000, 60_000)] == [999, 1, 60]
