"""`Tool(pattern)` as a matcher (B3)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.effort import effort

from hookwright.matching.matcher import Form, alternatives, match, parse_matcher
from hookwright.matching.permission_rule import Call, PermissionRule
from hookwright.matching.tool_pattern import covers_call, parse_tool_pattern, tool_alternatives
from hookwright.model.language import Language, Pattern
from hookwright.model.tool import ToolCalls

_JOINED = (
    "`Bash|Read` is not valid, so it matches nothing: names cannot be joined with `|` here; write one entry for each"
)
_LANGUAGE = Language(doc="names and tool patterns", pattern=Pattern.PERMISSION)


def _covers(text: str, tool_input: dict[str, Any]) -> bool:
    rule = parse_tool_pattern(text)
    assert isinstance(rule, PermissionRule)
    call = Call(
        tool=rule.tool,
        input=tool_input,
        keys=ToolCalls(paths=("file_path", "path")),
        cwd="/p/sub",
        project="/p",
        home="/h",
    )
    return covers_call(rule, call).matched


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Bash", PermissionRule("Bash", None)),
        ("Bash(git:*)", PermissionRule("Bash", "git:*")),
        ("mcp__db__query(x)", PermissionRule("mcp__db__query", "x")),
        ("Bash()", PermissionRule("Bash", None)),
        ("Bash(*)", PermissionRule("Bash", None)),
        ("Bash(:*)", PermissionRule("Bash", None)),
        ("Bash(cat a | grep b)", PermissionRule("Bash", "cat a | grep b")),
        ("Edit.*", PermissionRule("Edit.*", None)),
    ],
)
def test_reading(text: str, rule: PermissionRule) -> None:
    assert parse_tool_pattern(text) == rule


@pytest.mark.parametrize("text", ["Bash(git:*", "Bash)", "(git:*)", "Bash(a) b"])
def test_what_is_neither_name_nor_pattern(text: str) -> None:
    assert parse_tool_pattern(text) == "this is neither a tool's name nor `Tool(pattern)`"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [("Bash|Read", ["Bash", "Read"]), ("Bash(a|b)|Read", ["Bash(a|b)", "Read"]), ("Bash(a|b)", ["Bash(a|b)"])],
)
def test_bars_count_outside_of_parentheses(text: str, pieces: list[str]) -> None:
    assert [text[start:end] for start, end in tool_alternatives(text)] == pieces


@pytest.mark.parametrize(
    ("text", "subject", "matched", "because"),
    [
        ("Bash", "Bash", True, "`Bash` is exactly `Bash`"),
        ("Bash", "BashOutput", False, "`BashOutput` is not `Bash`"),
        ("*", "Read", True, "`*` matches everything"),
        ("Edit.*", "EditX", False, "`EditX` is not `Edit.*`"),
        ("Bash(git:*)", "Bash", True, "`Bash` is the tool of `Bash(git:*)`"),
        ("Bash(git:*)", "Read", False, "`Read` is not the tool of `Bash(git:*)`"),
        (
            "Bash|Read",
            "Bash",
            False,
            _JOINED,
        ),
    ],
)
def test_names_are_exact_and_alternation_matches_nothing(text: str, subject: str, matched: bool, because: str) -> None:
    verdict = match(parse_matcher(_LANGUAGE, text), subject)
    assert (verdict.matched, verdict.because) == (matched, because)


def test_the_tool_of_a_pattern_is_its_one_name() -> None:
    matcher = parse_matcher(_LANGUAGE, "Bash(git:*)")
    assert matcher.form is Form.PATTERN
    assert [(it.text, it.start, it.end) for it in alternatives(matcher)] == [("Bash", 0, 4)]


@pytest.mark.parametrize(
    ("text", "command", "covered"),
    [
        ("Bash(git:*)", "git", True),
        ("Bash(git:*)", "git push origin", True),
        ("Bash(git:*)", "gitk --all", False),
        ("Bash(git:*)", "ls; git push", False),
        ("Bash(git push:*)", "git push", True),
        ("Bash(git push:*)", "git pull", False),
        ("Bash(git status)", "git status", True),
        ("Bash(git status)", "git status -s", False),
        ("Bash(* --force)", "git push --force", True),
        ("Bash(*)", "", True),
    ],
)
def test_commands(text: str, command: str, covered: bool) -> None:
    assert _covers(text, {"command": command}) is covered


@pytest.mark.parametrize(
    ("text", "path", "covered"),
    [
        ("Edit(src/**)", "/p/src/a/b.py", True),
        ("Edit(src/**)", "../src/a.py", True),
        ("Edit(src/**)", "src/../.env", False),
        ("Edit(/p/src/*.py)", "/p/src/a.py", True),
        ("Edit(/p/src/*.py)", "/p/src/a/b.py", False),
        ("Edit(*.py)", "/p/src/a/b.py", True),
        ("Edit(*.py)", "/p/src/a.pyc", False),
        ("Edit(.env)", "/elsewhere/.env", True),
        ("Edit(src:*)", "/p/src/a.py", True),
        ("Edit(src:*)", "/p/src2/a.py", False),
    ],
)
def test_paths(text: str, path: str, covered: bool) -> None:
    assert _covers(text, {"file_path": path}) is covered


def test_urls_and_patterns_go_before_paths_and_are_globs() -> None:
    assert _covers("WebFetch(https://docs.*)", {"url": "https://docs.example.org/a", "prompt": "x"})
    assert not _covers("WebFetch(https://docs.*)", {"url": "http://docs.example.org"})
    assert _covers("Grep(*password*)", {"pattern": "old_password", "path": "src"})
    assert not _covers("Grep(src)", {"pattern": "old_password", "path": "src"})


def test_a_pattern_needs_something_to_be_held_against() -> None:
    assert not _covers("Task(x*)", {"n": 1})
    assert _covers("Task(*)", {"n": 1})


def test_no_pattern_takes_long() -> None:
    pattern, given = "Bash(" + "a*" * 200 + "b)", {"command": "a" * 20_000}
    assert not _covers(pattern, given)
    assert effort(partial(_covers, pattern, given)) < 1
