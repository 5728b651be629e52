"""The project that a command is about where nobody names one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.config.current_project import current_project, nearest_project
from hookwright.errors import UsageError

_HOOKS = '{"hooks": {}}'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def _write(folder: Path, name: str, text: str = _HOOKS) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


@pytest.mark.parametrize(
    "mark",
    [
        ".claude/settings.json",
        ".claude/settings.local.json",
        ".codex/config.toml",
        ".github/hooks/any.json",
        "hookwright.json",
        ".git/HEAD",
        ".git",
    ],
)
def test_the_nearest_folder_with_a_mark_is_the_project(home: Path, mark: str) -> None:
    below = home / "work" / "project" / "a" / "b"
    below.mkdir(parents=True)
    _write(home / "work", ".git", "gitdir: elsewhere")
    _write(home / "work" / "project", mark)

    assert nearest_project(str(below), str(home)) == str(home / "work" / "project")
    assert nearest_project(str(home / "work" / "project"), str(home)) == str(home / "work" / "project")


def test_a_broken_hook_file_marks_a_project_and_markdown_without_hooks_does_not(home: Path) -> None:
    below = home / "project" / "package" / "src"
    below.mkdir(parents=True)
    _write(home / "project", ".git", "")
    _write(home / "project" / "package", ".claude/agents/helper.md", "---\nname: helper\n---\nHelps.\n")
    assert nearest_project(str(below), str(home)) == str(home / "project")

    _write(home / "project" / "package", ".cursor/hooks.json", "{")
    assert nearest_project(str(below), str(home)) == str(home / "project" / "package")


def test_what_is_the_users_own_marks_no_project(home: Path) -> None:
    below = home / "notes" / "today"
    below.mkdir(parents=True)
    _write(home, ".claude/settings.json")
    _write(home, ".git", "")
    _write(home.parent, "hookwright.json")

    for folder in (below, home, home.parent):
        assert nearest_project(str(folder), str(home)) == str(folder)


def test_a_folder_outside_of_the_home_folder_has_a_project_too(home: Path, tmp_path: Path) -> None:
    below = tmp_path / "srv" / "project" / "a"
    below.mkdir(parents=True)
    _write(tmp_path / "srv" / "project", ".claude/settings.json")

    assert nearest_project(str(below), str(home)) == str(tmp_path / "srv" / "project")


def test_a_project_that_is_named_stays_as_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = home / "project" / "a"
    below.mkdir(parents=True)
    _write(home / "project", ".claude/settings.json")
    monkeypatch.chdir(below)

    assert current_project(None, str(home)) == str(home / "project")
    assert current_project(".", str(home)) == str(below)
    with pytest.raises(UsageError, match="is not a folder"):
        current_project("missing", str(home))
