"""A folder that cannot be entered is named wherever hook files are looked for, and never taken for an empty one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.closed import close

from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.current_project import nearest_project
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.errors import UnreadableInput
from hookwright.host import Host
from hookwright.readers.search import dialect_in_use
from hookwright.reports.hook_list import overview
from hookwright.workflows.checking.asked import sources_at

_HOOKS = json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}})
_SAID = "cannot be entered (permission denied), so none of the hooks in it run; change its permissions"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    settings = tmp_path / "project" / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(_HOOKS)
    return tmp_path / "project"


def test_the_folder_of_an_agent_is_named_once_and_for_its_own_agent_only(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(monkeypatch, project / ".claude")

    (snapshot,) = overview(str(project))

    # Copilot reads these files as well.
    assert snapshot.dialect.id == "claude-code"
    assert (*snapshot.problems,) == (f"{project / '.claude'}: {_SAID}",)
    assert dialect_in_use(str(project)).id == "claude-code"


def test_another_agent_that_is_asked_for_names_it_too(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    close(monkeypatch, project / ".claude")

    assert f"{project / '.claude'}: {_SAID}" in load(by_id("copilot-cli"), str(project)).problems


@pytest.mark.parametrize(("agent", "place"), [("claude-code", ".claude/agents"), ("copilot-cli", ".github/hooks/deep")])
def test_a_folder_of_which_every_file_counts_is_named(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    agent: str,
    place: str,
) -> None:
    (project / place).mkdir(parents=True)
    close(monkeypatch, project / place)

    snapshot = load(by_id(agent), str(project))

    assert (*snapshot.problems,) == (f"{project / place}: {_SAID}",)
    assert dialect_in_use(str(project), Host({}, "")).id == "claude-code"


def test_a_folder_above_files_that_may_be_anywhere_in_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".kiro").mkdir()
    close(monkeypatch, tmp_path / ".kiro")

    said = f"{tmp_path / '.kiro'}: {_SAID}"
    found = [(it.dialect.id, *it.problems) for it in overview(str(tmp_path))]
    assert found == [("kiro", said), ("kiro-cli", said)]


def test_a_folder_that_is_not_there_is_nothing(project: Path) -> None:
    assert all(not it.problems for it in overview(str(project)))


def test_a_project_whose_files_cannot_be_reached_is_one(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "deep" / "below").mkdir(parents=True)
    close(monkeypatch, project / ".claude")

    assert nearest_project(str(project / "deep" / "below"), "/nobody") == str(project)


def test_a_check_cannot_read_the_folder_of_an_agent_and_names_the_others(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "data").mkdir()
    for it in (".claude", "data"):
        close(monkeypatch, project / it)
    passed: list[str] = []

    (source,) = sources_at(str(project), "/nobody", ProjectSettings("/nobody"), passed)

    assert (source.path, passed) == (str(project / ".claude"), [str(project / "data")])
    with pytest.raises(UnreadableInput, match="Cannot enter"):
        source.read()
