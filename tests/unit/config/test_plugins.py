"""The plugins of a folder are found wherever they lie, without looking at what holds none."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hookwright.config import plugins
from hookwright.config.plugins import plugins_in

HOOKS = '{"hooks": {"Stop": []}}'


def write(path: Path, content: object = HOOKS) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def plugin(folder: Path, **manifest: object) -> Path:
    write(folder / ".claude-plugin/plugin.json", {"name": folder.name, **manifest})
    return folder


def found(folder: Path) -> dict[str, list[str]]:
    """The files of each plugin, below the folder of it, by its folder below the one that is searched."""
    return {
        os.path.relpath(it.folder, folder): [os.path.relpath(path, it.folder) for path in it.hook_files()]
        for it in plugins_in(str(folder))
    }


def test_the_folder_itself_and_those_below_it(tmp_path: Path) -> None:
    write(plugin(tmp_path) / "hooks/hooks.json")
    write(plugin(tmp_path / "plugins/a", hooks="./hooks/hooks.json") / "hooks/hooks.json")
    plugin(tmp_path / "plugins/b", hooks={"Stop": []})
    plugin(tmp_path / "plugins/c")

    assert found(tmp_path) == {
        ".": ["hooks/hooks.json"],
        "plugins/a": ["hooks/hooks.json", ".claude-plugin/plugin.json"],
        "plugins/b": [".claude-plugin/plugin.json"],
        "plugins/c": [],
    }


def test_files_that_a_manifest_names_are_the_plugins_where_they_are_in_it(tmp_path: Path) -> None:
    plugin(tmp_path / "a", hooks=["./x/more.json", "x/./more.json", "../b.json", "./none.json", {"Stop": []}])
    write(tmp_path / "a/x/more.json")
    write(tmp_path / "b.json")

    assert found(tmp_path) == {"a": [".claude-plugin/plugin.json", "x/more.json"]}


def test_those_that_a_marketplace_lists_need_no_manifest(tmp_path: Path) -> None:
    listed = [{"name": "a", "source": "./deep/er/and/deeper/still/more/a"}, {"name": "gone", "source": "./gone"}]
    remote = [{"name": "r", "source": {"source": "github", "repo": "x/y"}}, {"name": "out", "source": "../out"}, 5]
    write(tmp_path / ".claude-plugin/marketplace.json", {"plugins": [*listed, *remote]})
    write(tmp_path / "deep/er/and/deeper/still/more/a/hooks/hooks.json")
    write(tmp_path.parent / "out/hooks/hooks.json")

    assert found(tmp_path) == {"deep/er/and/deeper/still/more/a": ["hooks/hooks.json"]}


def test_the_folder_in_which_a_marketplace_has_its_plugins(tmp_path: Path) -> None:
    content = {"metadata": {"pluginRoot": "./plugins"}, "plugins": [{"name": "a", "source": "./a"}]}
    write(tmp_path / ".claude-plugin/marketplace.json", content)
    write(tmp_path / "plugins/a/hooks/hooks.json")

    assert found(tmp_path) == {"plugins/a": ["hooks/hooks.json"]}


@pytest.mark.parametrize("folder", ["node_modules/a", ".git/a", ".cache/a", "1/2/3/4/5/6"])
def test_some_folders_are_not_searched(tmp_path: Path, folder: str) -> None:
    plugin(tmp_path / folder)
    assert found(tmp_path) == {}


def test_the_search_ends_in_a_folder_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_MOST_FOLDERS", 3)
    for name in "abcde":
        plugin(tmp_path / name)
    assert list(found(tmp_path)) == ["a", "b"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    plugin(tmp_path / "a/b")
    (tmp_path / "a/b/loop").symlink_to(tmp_path, target_is_directory=True)
    assert list(found(tmp_path)) == ["a/b"]


def test_plugins_of_other_agents_are_theirs(tmp_path: Path) -> None:
    for agent in (".other-plugin", ".nobodys-plugin"):
        write(tmp_path / agent / "plugin.json", {"name": "a", "hooks": "./hooks/hooks.json"})
    write(tmp_path / "hooks/hooks.json")
    assert found(tmp_path) == {}


def test_what_comes_and_goes_is_seen(tmp_path: Path) -> None:
    first = plugin(tmp_path / "plugins/a")
    # As if nothing had happened in these folders for long, so that what they hold is remembered.
    for folder in (tmp_path, first.parent, first):
        os.utime(folder, ns=(0, 0))
    assert list(found(tmp_path)) == ["plugins/a"]

    second = plugin(tmp_path / "plugins/b")
    assert list(found(tmp_path)) == ["plugins/a", "plugins/b"]

    (second / ".claude-plugin/plugin.json").unlink()
    write(first / ".claude-plugin/plugin.json", "{broken")
    assert list(found(tmp_path)) == ["plugins/a"]


def test_a_plugin_has_its_manifests_name_or_that_of_its_folder(tmp_path: Path) -> None:
    plugin(tmp_path / "a", name="the-name")
    plugin(tmp_path / "b", name=5)
    assert [it.name for it in plugins_in(str(tmp_path))] == ["the-name", "b"]
