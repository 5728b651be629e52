"""Whether a tool takes the input that a hook gives it."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.dialects import by_id
from hookwright.limits import MOST_DEPTH
from hookwright.model.outcome import Folded
from hookwright.model.reaction import Decision
from hookwright.policies.inputs import with_taken_input

CLAUDE = by_id("claude-code")


def _checked(tool: str, given: dict[str, Any]) -> Folded:
    row = CLAUDE.event("PreToolUse")
    assert row is not None
    folded = Folded(decision=Decision.ALLOW, updated_input=given, additional_context="seen")
    return with_taken_input(folded, CLAUDE, row, {"tool_name": tool})


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"description": "only this"}, "`command` is missing"),
        ({"command": 5}, "`command` must be a string"),
    ],
)
def test_an_input_that_the_tool_does_not_take_refuses_the_call(given: dict[str, Any], fault: str) -> None:
    found = _checked("Bash", given)
    assert (found.decision, found.blocked, found.updated_input) == (Decision.DENY, True, None)
    assert found.reason == f"`Bash` does not take the input of the hook: {fault}"
    assert found.additional_context is None


@pytest.mark.parametrize(("tool", "given"), [("Bash", {"command": "ls"}), ("Monitor", {}), ("mcp__a__b", {"x": 1})])
def test_any_other_input_is_left_alone(tool: str, given: dict[str, Any]) -> None:
    assert _checked(tool, given).updated_input == given


def test_no_tool_takes_what_nests_too_deep() -> None:
    deep: dict[str, Any] = {}
    for _ in range(MOST_DEPTH):
        deep = {"a": deep}
    found = _checked("mcp__a__b", deep)
    assert (found.decision, found.blocked, found.updated_input) == (Decision.DENY, True, None)
