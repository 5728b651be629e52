"""When something was, in the words of whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hookwright.engine.journal.history import since
from hookwright.errors import UsageError


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("5 m", 300), ("2h", 7200), ("7d", 604_800), ("1w", 604_800)]
)
def test_how_long_ago(text: str, seconds: int) -> None:
    assert since(text, 1_000_000.0) == 1_000_000.0 - seconds


def test_a_time_with_its_zone_and_one_of_here() -> None:
    assert since("2026-05-31T10:00:00Z", 0) == datetime(2026, 5, 31, 10, tzinfo=UTC).timestamp()
    assert since("2026-05-31", 0) == datetime(2026, 5, 31).timestamp()  # noqa: DTZ001


@pytest.mark.parametrize("text", ["", "yesterday", "5", "5y", "2026-13-01"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(UsageError, match="is not a time"):
        since(text, 0)
