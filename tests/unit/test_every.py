"""`tests/every.py`: every case is tried, each that fails is named, and there has to be one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every


def test_each_case_is_tried_and_those_that_fail_are_named() -> None:
    tried: list[tuple[int, str]] = []

    @every(("number", "text"), [(1, "a"), pytest.param(2, "b", id="second"), (3, "c")])
    def test(number: int, text: str) -> None:
        tried.append((number, text))
        assert number == 1, "not the first"

    with pytest.raises(ExceptionGroup, match="2 of 3 cases: second, 3-c") as failed:
        test()

    assert tried == [(1, "a"), (2, "b"), (3, "c")]
    assert [it.__notes__ for it in failed.value.exceptions] == [["in the case second"], ["in the case 3-c"]]


def test_without_cases_nothing_is_collected() -> None:
    with pytest.raises(ValueError, match="there is nothing to try for name"):
        every("name", [])


@every("number", [1, 2])
@every("text", ["a"])
def test_fixtures_come_in_beside_the_cases(number: int, text: str, tmp_path: Path, home: Path) -> None:
    assert (number in (1, 2), text) == (True, "a")
    assert tmp_path.is_dir()
    assert home.is_dir()
