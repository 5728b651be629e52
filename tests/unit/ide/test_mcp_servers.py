"""What is known of MCP servers is what their files say now, and is read again only where one has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookwright.dialects import by_id
from hookwright.ide.completion import mcp_servers
from hookwright.ide.completion.mcp_servers import known_servers, servers_of
from hookwright.ide.completion.project_facts import UnreadFacts

CLAUDE = by_id("claude-code")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def _write(project: Path, *names: str) -> Path:
    path = project / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": {it: {} for it in names}}))
    return path


def _named(project: Path) -> list[str] | None:
    known = known_servers(CLAUDE, str(project), str(project.parent / "home"))
    return None if known is None else [it.name for it in known]


def _read(project: Path) -> list[str]:
    return [it.name for it in servers_of(CLAUDE, str(project), str(project.parent / "home"))]


def test_where_there_are_no_files_nothing_is_to_be_read(project: Path) -> None:
    assert _named(project) == []


def test_a_file_is_to_be_read_when_it_has_come_or_changed(project: Path) -> None:
    path = _write(project, "memory")
    assert _named(project) is None
    assert _read(project) == ["memory"]
    assert _named(project) == ["memory"]

    _write(project, "memory", "mail")
    assert _named(project) is None
    assert _read(project) == ["memory", "mail"]

    path.unlink()
    assert _named(project) == []


def test_what_is_known_needs_no_second_look(project: Path) -> None:
    _write(project, "memory")
    unread = UnreadFacts(str(project.parent / "home"))
    assert unread.servers(CLAUDE, str(project)) == ()
    assert unread.is_wanted
    found = unread.read().servers(CLAUDE, str(project))
    assert [it.name for it in found] == ["memory"]

    unread = UnreadFacts(str(project.parent / "home"))
    assert unread.servers(CLAUDE, str(project)) == found
    assert not unread.is_wanted


def test_files_that_were_read_are_not_remembered_without_end(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_servers, "_MOST_REMEMBERED", 3)
    for number in range(9):
        folder = project / str(number)
        folder.mkdir()
        _write(folder, f"server-{number}")
        assert _read(folder) == [f"server-{number}"]
    assert [_named(project / str(it)) is None for it in (0, 8)] == [True, False]
