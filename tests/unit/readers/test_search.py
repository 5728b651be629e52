"""Tests of `hookwright.readers.search`, `folders` and `discover`: where hook files are, and what they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.config.discover import sightings
from hookwright.dialects import DIALECTS, by_id
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.readers.folders import plugin_of, project_of
from hookwright.readers.place import has_place
from hookwright.readers.search import dialect_in_use, hook_paths

CLAUDE = by_id("claude-code")
PLUGIN = by_id("open-plugin")


def test_places_in_the_order_in_which_files_apply() -> None:
    assert hook_paths(CLAUDE, "/p", Host({}, "/h")) == (
        (Scope.USER, "/h/.claude/settings.json"),
        (Scope.PROJECT, "/p/.claude/settings.json"),
        (Scope.LOCAL, "/p/.claude/settings.local.json"),
    )


def test_a_project_that_is_the_home_has_its_file_once() -> None:
    assert hook_paths(CLAUDE, "/h/", Host({}, "/h")) == (
        (Scope.USER, "/h/.claude/settings.json"),
        (Scope.LOCAL, "/h/.claude/settings.local.json"),
    )


def test_without_a_home_there_is_no_file_of_the_user() -> None:
    assert [scope for scope, _ in hook_paths(CLAUDE, "/p")] == [Scope.PROJECT, Scope.LOCAL]


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

    assert dialect_in_use(str(tmp_path / "project"), Host({}, str(tmp_path / "home"))).id == "ai-agents"


def test_the_dialect_in_use_is_the_users_where_the_project_has_none(tmp_path: Path) -> None:
    _touch(tmp_path / "home/.ai_agents/settings.json")

    assert dialect_in_use(str(tmp_path / "project"), Host({}, str(tmp_path / "home"))).id == "ai-agents"


def test_the_dialect_in_use_is_the_first_where_there_is_no_file(tmp_path: Path) -> None:
    assert dialect_in_use(str(tmp_path)) is DIALECTS[0]


def test_d1_the_folders_of_plugins_apply_in_the_order_of_their_names(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    for folder in (home / ".agents/plugins/z", project / ".agents/plugins/b", project / ".agents/plugins/a"):
        folder.mkdir(parents=True)
    (project / ".agents/plugins/readme.md").touch()
    places = hook_paths(PLUGIN, str(project), Host({}, str(home)))

    assert [scope for scope, _ in places] == [Scope.PLUGIN] * 4
    assert [path.removeprefix(str(tmp_path)) for _, path in places] == [
        "/home/.agents/plugins/z/hooks/hooks.json",
        "/project/.agents/plugins/a/hooks/hooks.json",
        "/project/.agents/plugins/b/hooks/hooks.json",
        "/project/hooks/hooks.json",
    ]


def test_another_agents_plugin_does_not_apply(tmp_path: Path) -> None:
    (tmp_path / ".claude-plugin").mkdir()

    assert hook_paths(PLUGIN, str(tmp_path)) == ()


def test_d6_the_project_of_a_plugins_file_is_the_plugin() -> None:
    assert project_of(PLUGIN, "/p/.agents/plugins/a b/hooks/hooks.json") == "/p/.agents/plugins/a b"


def test_a_plugin_is_told_by_the_place_of_its_hooks_where_the_dialect_does_not_look_for_plugins() -> None:
    assert plugin_of(CLAUDE, "/x/plug/hooks/hooks.json") == "/x/plug"
    assert plugin_of(CLAUDE, "/x/plug/hooks/more.json") is None
    assert plugin_of(PLUGIN, "/x/plug/hooks/hooks.json") == "/x/plug"


def test_a_file_has_a_place_below_the_agents_own_folder_only() -> None:
    assert has_place(CLAUDE, "/p/.claude/settings.json")
    assert has_place(CLAUDE, "/p/.claude/hooks/more.json")
    assert not has_place(CLAUDE, "/p/models/.claude-models.json")


def test_a_plugin_of_the_user_is_not_the_projects_dialect(tmp_path: Path) -> None:
    _touch(tmp_path / "home/.agents/plugins/a/hooks/hooks.json")
    _touch(tmp_path / "project/.ai_agents/settings.json")

    assert dialect_in_use(str(tmp_path / "project"), Host({}, str(tmp_path / "home"))).id == "ai-agents"
    assert dialect_in_use(str(tmp_path / "elsewhere"), Host({}, str(tmp_path / "home"))).id == "open-plugin"


def test_files_above_the_project_apply_first_as_far_as_its_repository(tmp_path: Path) -> None:
    inner = tmp_path / "repository" / "packages" / "inner"
    inner.mkdir(parents=True)
    codex = by_id("codex")
    assert _json(hook_paths(codex, str(inner))) == [str(inner / ".codex/hooks.json")]
    (tmp_path / "repository" / ".git").mkdir()
    places = [tmp_path / "repository", tmp_path / "repository" / "packages", inner]
    assert _json(hook_paths(codex, str(inner))) == [f"{it}/.codex/hooks.json" for it in places]


def _json(places: tuple[tuple[Scope, str], ...]) -> list[str]:
    return [path for _, path in places if path.endswith(".json")]


def test_a_variable_that_moves_the_users_files_moves_what_tells_the_dialect(tmp_path: Path) -> None:
    _touch(tmp_path / "moved/hooks.json")

    assert (
        dialect_in_use(str(tmp_path / "p"), Host({"CODEX_HOME": str(tmp_path / "moved")}, str(tmp_path))).id == "codex"
    )
    assert dialect_in_use(str(tmp_path / "p"), Host({}, str(tmp_path))) is DIALECTS[0]


def test_a_template_of_a_plugins_file_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "sdd" / "hooks"
    folder.mkdir(parents=True)
    (folder / "hooks.json").write_text('{{ if .Claude }}{"hooks": {"Stop": []}}{{ end }}')
    assert list(sightings(str(tmp_path), str(tmp_path))) == []


def test_data_below_a_folder_of_hook_files_is_not_listed(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "hooks" / "audit"
    folder.mkdir(parents=True)
    (folder / "policy.json").write_text('{"blocked": ["rm -rf"]}')
    (folder / "hooks.json").write_text('{"version": 1, "hooks": {"preToolUse": [{"bash": "true"}]}}')
    assert [it.path for it in sightings(str(tmp_path), str(tmp_path))] == [str(folder / "hooks.json")]


def test_a_plugin_whose_manifest_names_a_file_is_meant_before_a_folder_that_only_looks_like_one(tmp_path: Path) -> None:
    (tmp_path / ".claude-plugin").mkdir()
    (tmp_path / ".claude-plugin/plugin.json").write_text('{"name": "a", "hooks": "./.claude/hooks/hooks.json"}')

    assert plugin_of(CLAUDE, str(tmp_path / ".claude/hooks/hooks.json")) == str(tmp_path)
    assert plugin_of(CLAUDE, str(tmp_path / "other/hooks/hooks.json")) == str(tmp_path / "other")
