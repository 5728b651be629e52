"""`hookwright fire` at a real terminal asks before a command is run for the first time."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.e2e.workspace import CLAUDE_CODE, Workspace
from tests.terminal import at_terminal


def fire_at_terminal(workspace: Workspace, file: Path, typed: str, *options: str) -> tuple[int, str, str]:
    """Exit code, what came to standard output, and what the terminal showed."""
    ended = at_terminal(workspace, ["fire", str(file), "--at", "/hooks", *options], typed)
    return ended.code, ended.output, ended.shown


@pytest.fixture
def workspace(tmp_path: Path, home: Path) -> Workspace:
    return Workspace(tmp_path.resolve(), home.resolve())


def test_no_is_no_and_yes_is_kept(workspace: Workspace) -> None:
    ran = workspace.project / "ran"
    file = workspace.hooks(CLAUDE_CODE, f"touch '{ran}'")

    code, _, shown = fire_at_terminal(workspace, file, "n\n")
    assert (code, ran.exists()) == (1, False)
    assert f"touch '{ran}'" in shown
    assert "you did not agree" in shown

    code, _, shown = fire_at_terminal(workspace, file, "y\n")
    assert (code, ran.exists()) == (0, True)
    assert "Run this command?" in shown

    code, _, shown = fire_at_terminal(workspace, file, "")
    assert code == 0
    assert "Run this command?" not in shown


def test_yes_can_be_said_beforehand(workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "echo done")

    code, said, shown = fire_at_terminal(workspace, file, "", "--yes")

    assert code == 0
    assert "done" in said
    assert "Run this command?" not in shown


def test_the_question_for_a_copy_says_so(workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "true")

    _, _, shown = fire_at_terminal(workspace, file, "n\n", "--scratch")

    assert "Run this command on a copy of the workspace?" in shown
    assert "the rest of the disk can be re" in shown
