"""Which rule refused a call, by what the guard says."""

from __future__ import annotations

import pytest

from hookwright.attacking.asking.reasons import rule_of

_BANNER = "BLOCKED: dangerous command detected!\n\nReason: {}\nCommand: {}\n\nSafety tips:\n  - Be careful.\n  - {}"
_LONG = "rm -rf ~ && echo that is a rather long command"


@pytest.mark.parametrize(
    ("said", "call", "other", "other_call", "is_same"),
    [
        ("Refused: rm -rf ~", "rm -rf ~", "Refused: rm -fr ~", "rm -fr ~", True),
        ("No deletion.", "rm -rf ~", "No pushes.", "git push", False),
        ("'cat <<E\nsh\nE' has sh", "cat <<E\nsh\nE", "'git show' has sh", "git show", True),
        (_BANNER.format("home", "rm -rf ~", 1), "rm -rf ~", _BANNER.format("disk", "dd of=x", 1), "dd of=x", False),
        (_BANNER.format("home", "rm -rf ~", 1), "rm -rf ~", _BANNER.format("home", "rm -r ~", 2), "rm -r ~", True),
        (_BANNER.format("home", _LONG[:36], 1), _LONG, _BANNER.format("home", "rm -r ~", 1), "rm -r ~", True),
    ],
)
def test_the_rule_is_what_stays_the_same(said: str, call: str, other: str, other_call: str, is_same: bool) -> None:
    assert rule_of(said, call)
    assert (rule_of(said, call) == rule_of(other, other_call)) is is_same


def test_a_guard_that_says_nothing_shows_no_rule() -> None:
    assert not rule_of("", "rm -rf ~")
