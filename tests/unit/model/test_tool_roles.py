"""Tools of different agents that do the same work."""

from __future__ import annotations

from hookwright.model.tool_roles import tool_equivalents


def test_other_names_lead_to_the_own_one() -> None:
    found = tool_equivalents(["Bash", "Edit", "Unheard"])
    assert (found["run_shell_command"], found["apply_patch"]) == ("Bash", "Edit")


def test_own_names_and_work_that_nobody_does_are_left_out() -> None:
    found = tool_equivalents(["run_shell_command", "Bash"])
    assert "Bash" not in found
    assert "run_shell_command" not in found
    assert "read_file" not in found
