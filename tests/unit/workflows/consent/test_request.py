"""What ends an agreement, beside the files that a command reaches."""

from __future__ import annotations

from pathlib import Path

from tests.unit.workflows.asked import Asked


def test_a_variable_that_a_test_adds_is_part_of_the_agreement(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    hook = {"type": "command", "command": "env"}

    assert place.agreed(place.planned(hook))
    assert "the test sets LEVEL=1\n" in place.agreed(place.planned(hook, {"LEVEL": "1"}))
    assert place.agreed(place.planned(hook, {"LEVEL": "1"})) == ""
    assert "the test sets LEVEL=2\n" in place.agreed(place.planned(hook, {"LEVEL": "2"}))
    assert "the test sets" not in place.agreed(place.planned(hook))
