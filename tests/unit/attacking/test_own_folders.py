"""What an attack says of a folder that only one guard names is true: each call really runs, in a cage."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import Cage, needs_cage
from tests.every import every

from hookwright.attacking.forms.variants import swapped
from hookwright.attacking.own.folders import calls, forms, harmless, harmless_of_volume, spellings

_ELSEWHERE = ("docker ", "npx ")
"""Programs that only note here how they were called."""


def _left(cage: Cage, folder: str, command: str) -> str:
    """What is left in the files of the folder after the command."""
    shown = cage.shows(f"({command}) >/tmp/out 2>&1; echo LEFT; cat {folder}/* {folder}.d/* 2>/dev/null; true")
    return shown.partition("LEFT")[2].strip()


def _cage(folder: str, tmp_path: Path) -> Cage:
    needs_cage()
    return Cage(
        tmp_path / folder.replace("/", "-"),
        more=f"\nmkdir -p {folder} && echo kept > {folder}/one.txt && git -C ~/shop add -A .\n",
    )


@every("folder", ["~/backups", "/home/ada/data/archive", "store/files"])
@pytest.mark.sweep
def test_each_form_and_each_path_deletes_the_folder(folder: str, tmp_path: Path) -> None:
    place = folder if folder.startswith(("~", "/")) else f"~/shop/{folder}"
    cage = _cage(place, tmp_path)
    assert _left(cage, place, "true") == "kept"
    made = [it.command for it in forms(folder) if not it.command.startswith(_ELSEWHERE)]
    # In the cage is no user of that name, and nothing fills in the home folder.
    paths = (swapped(f"rm -rf {folder}", it) for it in spellings(folder))
    made += [it for it in paths if "~ada" not in it and "{home}" not in it]
    assert [it for it in made if _left(cage, place, it)] == []


@every("folder", ["~/backups", "store/files"])
@pytest.mark.sweep
def test_what_is_harmless_leaves_the_folder_as_it_is(folder: str, tmp_path: Path) -> None:
    place = folder if folder.startswith("~") else f"~/shop/{folder}"
    cage = _cage(place, tmp_path)
    made = [it.command for it in harmless("rm", folder)]
    assert [it for it in made if _left(cage, place, it) != "kept"] == []


def test_a_folder_in_the_home_folder_is_mounted_and_one_of_the_project_is_in_git() -> None:
    assert any(it.command.startswith("docker run") for it in forms("~/backups"))
    assert "git rm -rfq store/files" in [it.command for it in forms("store/files")]
    assert not any(it.command.startswith("git rm") for it in forms("/srv/data"))
    assert [it.command for it in calls("rm", "~/backups")] == ["Remove-Item -Recurse -Force ~/backups"]


def test_each_call_about_a_volume_names_it_or_a_longer_name() -> None:
    texts = [it.command for it in harmless_of_volume("docker", "shop_data")]
    assert texts
    assert all("shop_data" in it for it in texts)
