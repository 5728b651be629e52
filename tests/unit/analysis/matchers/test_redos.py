"""Texts that patterns are given up on, and patterns that none is found for."""

from __future__ import annotations

import pytest

from hookwright.analysis.matchers.redos import attack
from hookwright.matching.regex import holds

SLOW = [
    r"(a+)+$",
    r"(a|aa)+$",
    r"([a-z]+\s*)+$",
    r"^(\s*\w+\s*)+$",
    r"(.*)*x",
    r"(x+x+)+y",
    r"(?:[^b]+)*b",
    r"^git (?:-?\w+ ?)+(?<!x)$",
]
FAST = [
    r"(Edit|Write)+",
    r"(a+)+",
    r"(?:\w+-)*\w+$",
    r"mcp__.*__(get|list).*",
    r"[(a+)+$]",
    r"a{2,3}(b{1,4})?$",
    "",
    r"\(",
]


@pytest.mark.parametrize("pattern", SLOW)
def test_what_is_found_is_given_up(pattern: str) -> None:
    found = attack(pattern, whole=False, long=False)
    assert found is not None
    assert holds(pattern, found.text, whole=False) is None
    assert pattern[found.start : found.end].endswith(("+", "*"))


@pytest.mark.parametrize("pattern", FAST)
@pytest.mark.parametrize("long", [False, True])
def test_nothing_is_found_for_a_pattern_that_is_fast(pattern: str, *, long: bool) -> None:
    assert attack(pattern, whole=False, long=long) is None


def test_the_third_power_counts_for_long_texts_only() -> None:
    assert attack(r"\s*\s*\s*x", whole=False, long=False) is None
    assert attack(r"\s*\s*\s*x", whole=False, long=True) is not None


def test_deep_nesting_is_left_alone() -> None:
    assert attack("(" * 5000 + ")" * 5000, whole=False, long=True) is None
