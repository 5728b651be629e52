"""What was made of a file is made again when the file was read again, and only then."""

from __future__ import annotations

from tests.unit.ide.files import hook_file

from hookwright.ide.remembered import remembered


def test_it_is_made_once_a_reading() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    first, second = hook_file({}), hook_file({})

    assert [remembered(it, "test", make) for it in (first, first, second, second)] == [0, 0, 1, 1]
    assert remembered(second, "another", make) == 2
