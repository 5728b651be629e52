"""`textDocument/hover` over the wire."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, DIALECTS, PATIENCE, Workspace

from hookwright.engine.journal.statistics import fired_since


@pytest.fixture
def journal(workspace: Workspace) -> Path:
    return workspace.home / ".local" / "state" / "hookwright" / "journal.sqlite3"


async def test_markdown_about_the_word_and_its_range(editor: Editor, workspace: Workspace) -> None:
    for path in DIALECTS.values():
        uri = editor.open(workspace.hooks(path, "true"))

        found = await editor.hover(uri, types.Position(2, 7))

        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        assert found.contents.kind is types.MarkupKind.Markdown
        assert "\n\n**A hook blocks it with exit 2" in found.contents.value
        assert "before a tool runs" in found.contents.value
        assert found.range == types.Range(types.Position(2, 4), types.Position(2, 16))


async def test_nothing_to_say_is_null(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write("notes.json", "{}"))

    assert await agent.hover(uri, types.Position(0, 1)) is None


async def test_a_matcher_says_how_often_it_has_fired(agent: Editor, workspace: Workspace, journal: Path) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "exit 1", "exit 0", matcher="FileWriter"))
    assert "Fired" not in await _markdown(agent, uri, workspace)
    await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse"})
    for tool in ("FileWriter", "BashExecutor", "FileWriter"):
        outcome = await agent.ask("hookwright/dispatch", {"event": "PreToolUse", "payload": {"tool_name": tool}})

    # What is not known in time is left out, and there for the next who asks.
    markdown = await _markdown(agent, uri, workspace)
    deadline = time.monotonic() + PATIENCE
    while "Fired" not in markdown and time.monotonic() < deadline:
        markdown = await _markdown(agent, uri, workspace)

    assert markdown.startswith("**FileWriter**")
    assert markdown.endswith("Fired 2 times in the last 7 days.")
    hooks = [(it["hook"]["id"], it["hook"]["command"]) for it in outcome["runs"]]
    assert fired_since(str(journal), hooks, 0) == 2
    assert fired_since(str(journal), [(hooks[0][0], "another command")], 0) == 0
    assert fired_since(str(journal), hooks, time.time() + 60) == 0


async def test_a_journal_that_is_locked_is_left_out(agent: Editor, workspace: Workspace, journal: Path) -> None:
    journal.parent.mkdir(parents=True)
    uri = agent.open(workspace.hooks(AI_AGENTS, "exit 0", matcher="FileWriter"))
    with closing(sqlite3.connect(journal, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        assert "Fired" not in await _markdown(agent, uri, workspace)


async def test_a_command_says_what_it_comes_to(editor: Editor, workspace: Workspace) -> None:
    path = workspace.write("hooks/guard.sh", "#!/bin/bash\n")
    uri = editor.open(workspace.hooks(AI_AGENTS, "hooks/guard.sh"))
    before = await _markdown(editor, uri, workspace, "guard.sh")
    path.chmod(0o755)
    after = await _markdown(editor, uri, workspace, "guard.sh")

    assert "`/bin/bash`, as its first line says" in before
    assert "not executable" in before
    assert "not executable" not in after


async def _markdown(editor: Editor, uri: str, workspace: Workspace, word: str = "FileWriter") -> str:
    """What is said about the word in the hook file."""
    lines = (workspace.project / AI_AGENTS).read_text().splitlines()
    number = next(number for number, line in enumerate(lines) if word in line)
    found = await editor.hover(uri, types.Position(number, lines[number].index(word) + 1))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value
