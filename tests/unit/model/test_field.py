"""How long a number in a file is."""

from __future__ import annotations

from hookwright.config.faults import fault_of_duration
from hookwright.model.field import Field, JsonType, Measure, Unit


def _fault(measure: Measure, value: float) -> str | None:
    return fault_of_duration(Field(name="t", kind=JsonType.NUMBER, doc="", measure=measure), value)


def test_a_duration_is_in_its_unit() -> None:
    assert Measure(Unit.SECONDS).seconds(90) == 90
    assert Measure(Unit.MILLISECONDS).seconds(90) == 0.09


def test_a_short_duration_can_count_as_a_longer_one() -> None:
    timeout = Measure(Unit.SECONDS, shortest=1)
    assert [timeout.seconds(it) for it in (0, 0.5, 2)] == [1, 1, 2]
    assert _fault(timeout, 0) is None
    assert _fault(timeout, -1) is not None
    assert _fault(Measure(Unit.SECONDS), 0) is not None


def test_a_large_number_of_seconds_can_be_meant_in_milliseconds() -> None:
    timeout = Measure(Unit.SECONDS, milliseconds_from=1000)
    assert [timeout.seconds(it) for it in (999, 1000, 60_000)] == [999, 1, 60]
