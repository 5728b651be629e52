"""Texts that are large in one way: reading and judging them takes time linear to their length, or is given up."""

from __future__ import annotations

import json

import pytest
from hypothesis import strategies as st
from tests.fuzz.judging import findings_hold
from tests.fuzz.reading import tree_holds
from tests.fuzz.targets import Target
from tests.fuzz.words import command_holds, matcher_holds

pytestmark = pytest.mark.sweep

_TEXTS = ("[", "{", '"a":', '{"a":', "]", ",", "#\n", '"', "'\n", "//", "/*", "[{", "1,", "\\", '{\n "a":\n')
_COMMANDS = ("a|", "a;", "$A ", "$(", "(", "`", "'", "<<E\n", "f() ", "if ", "{ ", "${A:-", "\n", "exit 2;")
_MATCHERS = ("(", "[", "a|", "a*", "\\", "{a,b}", "**/", " ", "Bash(", ",", "{", "(?:")


def _try(holds: object, case: object) -> None:
    assert callable(holds)
    Target("size", st.nothing(), holds).try_one(case)


@pytest.mark.parametrize("piece", _TEXTS)
def test_a_text_of_one_piece(piece: str) -> None:
    _try(tree_holds, piece * (100_000 // len(piece)))


@pytest.mark.parametrize("piece", _COMMANDS)
def test_a_command_of_one_piece(piece: str) -> None:
    _try(command_holds, piece * 5000)


@pytest.mark.parametrize("piece", _MATCHERS)
def test_a_matcher_of_one_piece(piece: str) -> None:
    _try(matcher_holds, piece * 5000)


@pytest.mark.parametrize("command", ["$A " * 30_000, "a;" * 45_000, "a " * 45_000, "((a) " * 9000, "a;" * 5000])
def test_a_file_of_one_long_command(command: str) -> None:
    _try(
        findings_hold,
        ("claude-code", json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}})),
    )


@pytest.mark.parametrize("events", [{f"k{it}": [] for it in range(1200)}, {"PreToolUse": [{"hooks": []}] * 1500}])
def test_a_file_of_many_entries(events: dict[str, object]) -> None:
    _try(findings_hold, ("claude-code", json.dumps({"hooks": events})))
