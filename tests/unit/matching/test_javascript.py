"""JavaScript patterns: faults, limits, and the short way against the engine."""

from __future__ import annotations

import time
from typing import Any

import pytest
import quickjs  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from hookwright.matching.javascript import holds, syntax_fault
from hookwright.matching.simple import holds_simple, parse_simple

_ENGINE: Any = quickjs.Context().eval("(pattern, subject) => new RegExp(pattern).test(subject)")


@pytest.mark.parametrize(
    ("pattern", "piece", "word"),
    [
        ("Edit.*|(", "(", "never closed"),
        ("a)", ")", "no group to close"),
        ("*.py", "*", "nothing to repeat"),
        ("a**", "*", "nothing to repeat"),
        ("x[b-a]", "b-a", "out of order"),
        ("x[a", "[a", "too early"),
        ("a{2,1}", "{2,1}", "out of order"),
        ("(?i)bash", "(?i", "flags"),
    ],
)
def test_a_fault_points_at_its_piece(pattern: str, piece: str, word: str) -> None:
    fault = syntax_fault(pattern)
    assert fault is not None
    assert pattern[fault.start : fault.end] == piece
    assert word in fault.message


@pytest.mark.parametrize(
    "pattern", ["", "Edit|Write", "Bash(git:*)", "(?<=a)b", "a{", "]", "(a+)+$", "é.", "\ud800", "\0"]
)
def test_valid_patterns_have_no_fault(pattern: str) -> None:
    assert syntax_fault(pattern) is None


@pytest.mark.parametrize("pattern", ["(" * 50_000, "[" * 50_000, "(?:" * 20_000 + ")" * 20_000])
def test_huge_faults_are_found_in_time(pattern: str) -> None:
    began = time.process_time()
    assert syntax_fault(pattern) is not None
    assert time.process_time() - began < 5


def test_what_takes_long_to_read_is_given_up_in_time() -> None:
    began = time.process_time()
    assert holds("[ab]|" * 100_000 + "c", "d" * 1000, whole=False) is None
    assert time.process_time() - began < 5


def test_a_time_out_leaves_the_engine_usable() -> None:
    assert holds("(a+)+$", "a" * 60 + "b", whole=False) is None
    assert holds("(a)+$", "aa", whole=False) is True


def test_a_dot_stops_at_a_line_end() -> None:
    assert holds("a.*b", "a\nb", whole=True) is False
    assert holds("a.*b", "a-b", whole=True) is True


@given(st.text("ab.*|^$()\\", max_size=12), st.text("ab.*|\n", max_size=8), st.booleans())
def test_the_short_way_agrees_with_the_engine(pattern: str, subject: str, whole: bool) -> None:
    simple = parse_simple(pattern)
    if simple is None:
        return
    held = holds_simple(simple, subject, whole=whole)
    if held is not None:
        assert held is _ENGINE(f"^(?:{pattern})$" if whole else pattern, subject)
