from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.config.discover import dialect_in_use, hook_paths, project_of
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.dialect import Scope

CLAUDE = by_id("claude-code")


def test_places_in_the_order_in_which_files_apply() -> None:
    assert hook_paths(CLAUDE, "/p", "/h") == (
        (Scope.USER, "/h/.claude/settings.json"),
        (Scope.PROJECT, "/p/.claude/settings.json"),
        (Scope.LOCAL, "/p/.claude/settings.local.json"),
    )


def test_a_project_that_is_the_home_has_its_file_once() -> None:
    assert hook_paths(CLAUDE, "/h/", "/h") == (
        (Scope.USER, "/h/.claude/settings.json"),
        (Scope.LOCAL, "/h/.claude/settings.local.json"),
    )


def test_without_a_home_there_is_no_file_of_the_user() -> None:
    assert [scope for scope, _ in hook_paths(CLAUDE, "/p", None)] == [Scope.PROJECT, Scope.LOCAL]


@pytest.mark.parametrize(
    ("path", "project"),
    [
        ("/p/.claude/settings.json", "/p"),
        ("/p/q/.claude/settings.local.json", "/p/q"),
        ("/.claude/settings.json", "/"),
        ("/p/.claude/other/hooks.json", "/p"),
        ("/p/hooks.json", "/p"),
        ("hooks.json", ""),
    ],
)
def test_the_project_of_a_file(path: str, project: str) -> None:
    assert project_of(CLAUDE, path) == project


def _touch(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("{}")


def test_the_dialect_in_use_is_that_of_the_projects_files(tmp_path: Path) -> None:
    _touch(tmp_path / "home/.claude/settings.json")
    _touch(tmp_path / "project/.ai_agents/settings.local.json")

    assert dialect_in_use(str(tmp_path / "project"), str(tmp_path / "home")).id == "ai-agents"


def test_the_dialect_in_use_is_the_users_where_the_project_has_none(tmp_path: Path) -> None:
    _touch(tmp_path / "home/.ai_agents/settings.json")

    assert dialect_in_use(str(tmp_path / "project"), str(tmp_path / "home")).id == "ai-agents"


def test_the_dialect_in_use_is_the_first_where_there_is_no_file(tmp_path: Path) -> None:
    assert dialect_in_use(str(tmp_path), None) is DIALECTS[0]
