"""Tests of `hookwright.analysis.matchers.texts`."""

from __future__ import annotations

import json

import pytest
from tests.unit.analysis.matcher_file import matcher

from hookwright.analysis.matchers.texts import matcher_texts, pieces, trimmed
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.matching.matcher import Name
from hookwright.model.hook import Scope


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.|b", ["a.", "b"]),
        ("(a|b)|[|]|\\||", ["(a|b)", "[|]", "\\|", ""]),
        ("a.|(b|c", ["a.", "(b|c"]),
        ("[(|]|a)|b", ["[(|]", "a)", "b"]),
    ],
)
def test_the_outermost_alternatives(text: str, expected: list[str]) -> None:
    found = pieces(matcher(text))
    assert [it.text for it in found] == expected
    assert all(text[it.start : it.end] == it.text for it in found)


def test_blanks_are_taken_off_with_their_places() -> None:
    assert trimmed(Name("  ab ", 3, 8)) == Name("ab", 5, 7)


def test_matchers_that_nobody_reads_are_left_out() -> None:
    text = json.dumps({"hooks": {"Stop": [{"matcher": "Bash"}], "Later": [{"matcher": "Bash"}, {"matcher": 5}, "x"]}})
    file = read_hook_file("x.json", text, by_id("claude-code"), Scope.PROJECT)
    assert [(it.group.event, it.subject) for it in matcher_texts(file)] == [("Later", None)]
