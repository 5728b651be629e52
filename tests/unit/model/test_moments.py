from __future__ import annotations

from hookwright.model.moments import equivalents


def test_other_names_of_a_moment_lead_to_the_dialects_own() -> None:
    pairs = equivalents(("PreToolUse", "UserPromptSubmit"))

    assert pairs["BeforeTool"] == "PreToolUse"
    assert pairs["beforeSubmitPrompt"] == "UserPromptSubmit"


def test_what_the_dialect_has_itself_or_not_at_all_has_no_equivalent() -> None:
    pairs = equivalents(("PreToolUse", "BeforeReadFile"))

    assert "BeforeReadFile" not in pairs
    assert "AfterTool" not in pairs
    assert "SubagentStop" not in pairs
