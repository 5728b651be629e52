"""Tests of `hookwright.analysis.matchers.expressions`."""

from __future__ import annotations

import pytest
from tests.unit.analysis.matcher_file import matcher

from hookwright.analysis.matchers.expressions import Meaning, is_expression, meaning


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tool == "Edit"', Meaning("Edit", exact=True)),
        ("tool_name === 'Edit' || (tool_name === 'Write')", Meaning("Edit|Write", exact=True)),
        ("tool is 'Edit' or tool is 'Edit'", Meaning("Edit", exact=True)),
        ('tool == "*"', Meaning("*", exact=True)),
        ('tool == "Bash" && tool_input.command matches "a|b"', Meaning("Bash", exact=False)),
        ('tool == "Bash" && !(tool_input.command matches "a")', Meaning("Bash", exact=False)),
        ('tool == "Bash" || tool_input.command matches "a"', None),
        ('tool == "Bash" && tool == "Edit"', None),
        ('!(tool == "Bash")', None),
        ('not tool == "Bash"', None),
        ('tool != "Bash"', None),
        ('tool == "a.*b"', None),
        ('tool_input.command contains "git"', None),
    ],
)
def test_meaning(text: str, expected: Meaning | None) -> None:
    assert is_expression(matcher(text))
    assert meaning(matcher(text)) == expected


def test_names_that_cannot_be_joined() -> None:
    assert meaning(matcher('tool == "Bash" || tool == "Read"', "agent-spec")) is None


@pytest.mark.parametrize(
    "text", ["Edit|Write", "tool.*=.*", "tool==Edit", 'name"x"', "Bash(git commit -m 'is')", "is 'x'"]
)
def test_other_texts(text: str) -> None:
    assert not is_expression(matcher(text))
