"""What was made of a file is made again when the file was read again, and only then."""

from __future__ import annotations

from tests.unit.workflows.files import hook_file

from hookwright.ide.remembered import remembered


def test_it_is_made_once_a_reading_out_of_what_was_made_before() -> None:
    asked: list[int | None] = []

    def make(before: int | None) -> int:
        asked.append(before)
        return len(asked)

    first, second = hook_file({}), hook_file({})

    assert [remembered(it, "test", make) for it in (first, first, second, second)] == [1, 1, 2, 2]
    assert remembered(second, "another", make) == 3
    assert asked == [None, 1, None]
