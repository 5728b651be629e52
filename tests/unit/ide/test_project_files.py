"""What a walk for scripts must not do: go on for ever, look into other people's folders, follow links, or be stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.ide.completion import project_files
from hookwright.ide.completion.project_files import ProjectScript, scripts_below


def made(folder: Path, *paths: str) -> None:
    for path in paths:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")


def paths(folder: Path) -> list[str]:
    return [it.path for it in scripts_below(str(folder))]


def test_the_nearest_come_first_and_others_folders_not_at_all(tmp_path: Path) -> None:
    made(tmp_path, "a/b/deep.py", "top.sh", "a/near.js", "node_modules/x/y.js", ".git/hooks/z.sh", "notes.md")
    assert paths(tmp_path) == ["top.sh", "a/near.js", "a/b/deep.py"]


def test_a_file_without_suffix_counts_once_it_has_an_x_bit(tmp_path: Path) -> None:
    made(tmp_path, "guard")
    assert paths(tmp_path) == []
    (tmp_path / "guard").chmod(0o755)
    assert scripts_below(str(tmp_path)) == (ProjectScript("guard", executable=True),)


def test_what_comes_and_goes_is_seen(tmp_path: Path) -> None:
    made(tmp_path, "a/one.sh")
    assert paths(tmp_path) == ["a/one.sh"]
    made(tmp_path, "a/two.sh")
    assert paths(tmp_path) == ["a/one.sh", "a/two.sh"]
    (tmp_path / "a/one.sh").unlink()
    assert paths(tmp_path) == ["a/two.sh"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    made(tmp_path, "a/one.sh")
    (tmp_path / "a/around").symlink_to(tmp_path, target_is_directory=True)
    assert paths(tmp_path) == ["a/one.sh"]


def test_the_walk_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, *(f"{number:02}/{name}.sh" for number in range(20) for name in "abc"))
    monkeypatch.setattr(project_files, "MOST_FOLDERS", 4)
    assert len(paths(tmp_path)) == 9
    monkeypatch.setattr(project_files, "MOST_SCRIPTS", 5)
    assert len(paths(tmp_path)) == 5
    monkeypatch.setattr(project_files, "MOST_ENTRIES", 20)
    assert paths(tmp_path) == []


def test_a_folder_that_is_not_there_has_none(tmp_path: Path) -> None:
    assert paths(tmp_path / "nowhere") == []
