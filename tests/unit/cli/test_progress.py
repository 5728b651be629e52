"""The line on a terminal that says which hooks run, while they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.e2e.workspace import CLAUDE_CODE, Workspace
from tests.terminal import at_terminal

from hookwright.visible import cut_to

_WIPED = "\r\x1b[K"


@pytest.fixture
def workspace(tmp_path: Path, home: Path) -> Workspace:
    return Workspace(tmp_path.resolve(), home.resolve())


def _fire(workspace: Workspace, command: str) -> str:
    """What a terminal shows while a hook with that command is fired, but for the report."""
    ended = at_terminal(workspace, ["fire", str(workspace.hooks(CLAUDE_CODE, command)), "--yes"], "")
    assert ended.code == 0
    assert command in ended.output
    assert _WIPED not in ended.output
    return ended.shown


def test_a_hook_that_takes_long_is_named_while_it_runs(workspace: Workspace) -> None:
    shown = _fire(workspace, "sleep 1.5")

    assert f"{_WIPED}running sleep 1.5 (" in shown
    assert shown.endswith(f" s){_WIPED}"), "nothing of it stays"


def test_a_terminal_that_cannot_take_a_line_back_gets_none(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")

    assert _fire(workspace, "sleep 1.5") == ""


def test_a_line_is_cut_to_the_cells_of_the_terminal() -> None:
    assert [cut_to("abcdef", it) for it in (3, 5, 6)] == ["ab…", "abcd…", "abcdef"]
    assert [cut_to("日本語", it) for it in (3, 4, 5, 6)] == ["日…", "日…", "日本…", "日本語"]
