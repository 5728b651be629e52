"""Regular expressions of each flavor: faults, limits, and the short way against the engine."""

from __future__ import annotations

import time
from typing import Any

import pytest
import quickjs  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from hookwright.matching.regex import holds, syntax_fault
from hookwright.matching.simple import holds_simple, parse_simple
from hookwright.model.language import Flavor

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


@pytest.mark.parametrize(
    ("pattern", "subject", "found"),
    [
        ("(?i)bash", "Bash", True),
        ("a(?i)b|c", "aB", True),
        ("a(?i)b|c", "AB", False),
        ("a(?i)b|c", "C", True),
        ("(?i:bash)|write", "WRITE", False),
        ("(?-i:x)", "x", True),
        (r"^Bash\z", "Bash\n", False),
        ("^Bash$", "Bash\n", False),
        ("(?m)^a$", "b\na", True),
        ("(?P<tool>Bash)", "Bash", True),
        ("(?<tool>Bash)", "Bash", True),
        ("[[:upper:]]ash", "Bash", True),
        (r"\x42ash|\u{57}rite", "Write", True),
        (r"\<ash", "Bash", False),
        (r"\p{Lu}ash", "Bash", True),
        ("Bas{,2}h", "Bah", True),
        ("B(a+)*sh", "Baash", True),
        ("a++", "aa", True),
        ("a+??", "a", True),
        ("mcp__.*__write(_all)?", "mcp__files__write", True),
    ],
)
def test_rust_searches_as_it_is_spelled_there(pattern: str, subject: str, *, found: bool) -> None:
    assert syntax_fault(pattern, Flavor.RUST) is None
    assert holds(pattern, subject, whole=False, flavor=Flavor.RUST) is found


@pytest.mark.parametrize(
    ("pattern", "piece", "word"),
    [
        ("^(?!Bash)", "(?!", "look-around"),
        ("(?<=a)b", "(?<", "look-around"),
        (r"(a)\1", r"\1", "back-references"),
        ("*ash", "*", "nothing to repeat"),
        ("Bash(*)", "*", "nothing to repeat"),
        ("a{b}", "{", "numbers"),
        ("(", "(", "never closed"),
        ("a)", ")", "no group to close"),
        ("[", "[", "never closed"),
        (r"\Z", r"\Z", "not an escape"),
        ("(?>a)", "(?>", "cannot begin"),
        ("x[b-a]", "b-a", "out of order"),
    ],
)
def test_rust_refuses_what_it_does_not_have(pattern: str, piece: str, word: str) -> None:
    fault = syntax_fault(pattern, Flavor.RUST)
    assert fault is not None
    assert pattern[fault.start : fault.end] == piece
    assert word in fault.message
    assert holds(pattern, "a", whole=False, flavor=Flavor.RUST) is not True


def test_python_has_its_own() -> None:
    assert holds(r"(?P<a>x)(?P=a)", "xx", whole=True, flavor=Flavor.PYTHON) is True
    fault = syntax_fault("a(?i)b", Flavor.PYTHON)
    assert fault is not None
    assert "flags must be at the start" in fault.message
