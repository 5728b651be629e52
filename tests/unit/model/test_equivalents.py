"""Events and tools of different dialects that mean the same."""

from __future__ import annotations

from hookwright.model.equivalents import equivalents, tool_equivalents


def test_other_names_of_a_moment_lead_to_the_dialects_own() -> None:
    pairs = equivalents(("PreToolUse", "UserPromptSubmit"))

    assert pairs["BeforeTool"] == "PreToolUse"
    assert pairs["beforeSubmitPrompt"] == "UserPromptSubmit"


def test_what_the_dialect_has_itself_or_not_at_all_has_no_equivalent() -> None:
    pairs = equivalents(("PreToolUse", "BeforeReadFile"))

    assert "BeforeReadFile" not in pairs
    assert "AfterTool" not in pairs
    assert "SubagentStop" not in pairs


def test_other_names_lead_to_the_own_one() -> None:
    found = tool_equivalents(["Bash", "Edit", "Unheard"])
    assert (found["run_shell_command"], found["apply_patch"]) == ("Bash", "Edit")


def test_own_names_and_work_that_nobody_does_are_left_out() -> None:
    found = tool_equivalents(["run_shell_command", "Bash"])
    assert "Bash" not in found
    assert "run_shell_command" not in found
    assert "read_file" not in found
