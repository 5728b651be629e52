"""Which word is near to which, and what a note for people looks like."""

from __future__ import annotations

import pytest

from hookwright.analysis.suggest import folded, looks_like_comment, nearest, slips


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("PreTolUse", "PreToolUse"),
        ("PreToolUes", "PreToolUse"),
        ("pre_tool_use", "PreToolUse"),
        ("stop", "Stop"),
        ("Stpo", "Stop"),
        ("Step", "Stop"),
        ("Soup", None),
        ("Notify", None),
        ("file_create", None),
        ("", None),
    ],
)
def test_nearest(word: str, meant: str | None) -> None:
    assert nearest(word, ["PreToolUse", "PostToolUse", "Stop", "SubagentStop", "Notification"]) == meant


def test_a_difference_in_case_wins_over_fewer_letters() -> None:
    assert nearest("EDIT", ["Exit", "edit"]) == "edit"


def test_the_first_of_equally_near_ones_is_meant() -> None:
    assert nearest("cat", ["bat", "hat"]) == "bat"


def test_the_case_decides_between_equally_near_ones() -> None:
    assert nearest("PreToolUs", ["preToolUse", "PreToolUse"]) == "PreToolUse"
    assert nearest("preToolUs", ["PreToolUse", "preToolUse"]) == "preToolUse"


def test_nothing_is_near_to_nothing() -> None:
    assert nearest("hooks", []) is None


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xbc", 1), ("ab", "cd", 2)],
)
def test_slips(one: str, other: str, count: int) -> None:
    assert slips(one, other, 9) == slips(other, one, 9) == count


def test_slips_stop_at_the_limit() -> None:
    assert slips("a" * 2000, "b" * 2000, 3) == 3
    assert slips("a", "abcdef", 3) == 3


def test_folded_drops_case_and_separators() -> None:
    assert folded("Pre-tool_Use") == "pretooluse"


@pytest.mark.parametrize(
    ("key", "is_comment"),
    [("_comment", True), ("//", True), ("$schema", True), ("Description", True), ("timeout", False), ("", False)],
)
def test_looks_like_comment(key: str, *, is_comment: bool) -> None:
    assert looks_like_comment(key) is is_comment
