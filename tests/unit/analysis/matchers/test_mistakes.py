"""Tests of `hookwright.analysis.matchers.mistakes`."""

from __future__ import annotations

import pytest
from tests.unit.analysis.matcher_file import matcher

from hookwright.analysis.matchers.mistakes import globs, permission_rules, with_bars, without_blanks


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Bash(git:*)|Edit", [("Bash", "git:*")]),
        ("bash(ls)", [("Bash", "ls")]),
        ("Other(a b)|Other(ab)", [("Other", "a b")]),
        ("Bash(a|b *)", [("Bash", "a|b *")]),
        ("Skill(commit)", [("Skill", "commit")]),
        ("Web(Fetch|Search)|Bash(Output)|mcp__x__(a|b)|Bash(?=O)", []),
        ("Bash(a)(b)", []),
    ],
)
def test_permission_rules(text: str, rules: list[tuple[str, str]]) -> None:
    assert [(it.tool, it.argument) for it in permission_rules(matcher(text))] == rules


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("mcp__*", []),
        ("Task*|*Edit", [".*Edit"]),
        ("**/*.ts", [".*/.*\\.ts"]),
        ("mcp__*__get", ["mcp__.*__get"]),
        ("*.?s", [".*\\..s"]),
        ("Edit.*|(a)*|[a]*|\\w*|^Task*|a.b*|x*?", []),
    ],
)
def test_globs(text: str, patterns: list[str]) -> None:
    assert [it.pattern for it in globs(matcher(text))] == patterns


def test_the_beginning_of_a_name_with_a_star_is_a_glob_where_whole_names_are_compared() -> None:
    assert [it.pattern for it in globs(matcher("mcp__*|Task*|*Edit", "ai-agents"))] == ["mcp__.*", "Task.*", ".*Edit"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Edit,Write", "Edit|Write"), ("a, b|c,", "a|b|c"), ("a,", None), ("a{1,2}", None), ("a b,c", None)],
)
def test_commas(text: str, expected: str | None) -> None:
    assert with_bars(matcher(text, "ai-agents")) == expected


def test_commas_that_separate() -> None:
    assert with_bars(matcher("Edit,Write")) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a | b", "a|b"), ("a |b.*", "a|b.*"), (" a|b ", None), ("a b | c", None), ("a | | b", None), ("(a | b)", None)],
)
def test_blanks(text: str, expected: str | None) -> None:
    assert without_blanks(matcher(text, "ai-agents")) == expected


def test_blanks_that_are_trimmed() -> None:
    assert without_blanks(matcher("Edit | Write")) is None
