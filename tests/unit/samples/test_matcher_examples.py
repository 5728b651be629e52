"""Inputs that a `Tool(pattern)` covers."""

from __future__ import annotations

import pytest

from hookwright.dialects import by_id
from hookwright.samples.built_in import samples
from hookwright.samples.matcher_examples import input_for_pattern

SPEC = by_id("agent-spec")


@pytest.mark.parametrize(
    ("matcher", "given", "fitting"),
    [
        ("Bash", {"command": "git status"}, {"command": "git status"}),
        ("Bash(git:*)", {"command": "git status"}, {"command": "git status"}),
        ("Bash(rm -rf:*)", {"command": "git status"}, {"command": "rm -rf"}),
        ("Bash(npm *)", {"command": "git status"}, {"command": "npm example"}),
        ("Read(docs/**)", {"file_path": "src/a.py"}, {"file_path": "docs/example"}),
        ("WebFetch(https://*)", {"url": "ftp://x", "prompt": "p"}, {"url": "https://example", "prompt": "p"}),
        ("Task(x)", {}, {"command": "x"}),
        ("Bash(git:*|", {"command": "a"}, {"command": "a"}),
    ],
)
def test_what_fits(matcher: str, given: dict[str, str], fitting: dict[str, str]) -> None:
    assert input_for_pattern(SPEC, matcher, given) == fitting


def test_the_first_sample_gets_past_the_matcher() -> None:
    first = samples(SPEC, "PreToolUse", "Bash(rm:*)")[0]
    assert (first.name, first.payload["tool_input"]) == ("Bash", {"command": "rm"})
    unknown = samples(SPEC, "PreToolUse", "mcp__db__query(select *)")[0]
    assert unknown.payload["tool_name"] == "mcp__db__query"
