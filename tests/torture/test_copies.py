"""A copy of the workspace stays one: nothing is run to make it, nothing is written beside it, and it goes again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.torture.conftest import Place

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.scripts.in_git import is_ignored
from hookwright.engine.scratch.copying import copy_files, copy_repository, source_files
from hookwright.engine.scratch.folder import scratch_folder
from hookwright.engine.scratch.walking import remove
from hookwright.host import Host


def _nest(folder: Path, depth: int) -> None:
    """Folders in folders, far deeper than a path can be long."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("folder", dir_fd=here)
        below = os.open("folder", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("file", os.O_CREAT, dir_fd=here))
    os.close(here)


@pytest.mark.parametrize(
    "depth", [1_100, pytest.param(5_000, marks=[pytest.mark.torture_long, pytest.mark.timeout(400)])]
)
def test_folders_in_folders_are_removed(depth: int, tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    _nest(folder, depth)

    remove(str(folder))

    assert not folder.exists()


@pytest.mark.torture_long
@pytest.mark.timeout(400)
async def test_what_a_hook_nested_breaks_no_later_copy(tmp_path: Path) -> None:
    environ = {"HOOKWRIGHT_STATE_DIR": str(tmp_path)}
    for _ in range(2):
        async with scratch_folder(Host(environ, str(tmp_path))) as folder:
            _nest(Path(folder), 1_500)
    left = tmp_path / "scratch" / "999999999-left"
    left.mkdir(parents=True)
    _nest(left, 1_500)

    async with scratch_folder(Host(environ, str(tmp_path))):
        assert not left.exists()

    assert list(tmp_path.iterdir()) == []


def test_removing_follows_no_link_and_takes_closed_folders(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    folder = tmp_path / "scratch"
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "link").symlink_to(outside)
    (folder / "a" / "link").symlink_to(outside)
    os.mkfifo(folder / "a" / "b" / "pipe")
    (folder / "a" / "b").chmod(0)
    (folder / "a").chmod(0o500)

    remove(str(folder))

    assert not folder.exists()
    assert [it.name for it in outside.iterdir()] == ["file"]


@pytest.mark.parametrize("path", ["../out", "a/../../out", "/tmp/out", ".."])
def test_no_path_leads_out_of_the_copy(path: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in" / "source", tmp_path / "to" / "target"
    source.mkdir(parents=True)
    (source.parent / "out").touch()
    (source / "a").mkdir()

    copy_files(str(source), str(target), [path])

    assert not (target.parent / "out").exists()


def test_deep_and_odd_workspaces_are_listed(tmp_path: Path) -> None:
    _nest(tmp_path, 200)
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / ".gitignore")
    (tmp_path / "file").touch()

    too_deep: list[str] = []
    found = set(source_files(str(tmp_path), "/nowhere", [], too_deep))
    # pytest would fall over it.
    remove(str(tmp_path / "folder"))

    assert {"file", "pipe", ".gitignore"} <= found
    assert [it.count("/") for it in too_deep] == [128]


def test_a_link_in_the_place_of_git_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "objects").mkdir(parents=True)
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / ".git").symlink_to(tmp_path / "elsewhere")

    assert copy_repository(str(tmp_path / "project"), str(tmp_path / "copy"), "/objects") is not None
    assert not (tmp_path / "copy").exists()


@pytest.mark.timeout(400)
def test_an_ignore_file_of_stars_keeps_nobody_waiting(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").touch()
    (tmp_path / ".gitignore").write_text("*a" * 60 + "*b\n")
    name = "a" * 250
    (tmp_path / name).touch()

    assert not is_ignored(RealDisk(str(tmp_path)), str(tmp_path / name))
    assert name in set(source_files(str(tmp_path), "/nowhere", []))


def _fired(place: Place, command: str, programs: Path) -> dict[str, Any]:
    place.hooks(command)
    done = subprocess.run(
        [sys.executable, "-m", "hookwright", "fire", ".claude/settings.json", "--scratch", "--yes", "--format", "json"],
        cwd=place.project,
        env={**os.environ, "HOME": str(place.home), "PATH": str(programs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=50,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A PATH with a `git` that leaves a mark, and without bubblewrap."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "touch", "cat"):
        (folder / name).symlink_to(f"/bin/{name}")
    (folder / "git").write_text(f"#!/bin/sh\ntouch '{tmp_path}/git-ran'\n")
    (folder / "git").chmod(0o755)
    return folder


def test_git_is_not_run_for_a_copy(place: Place, programs: Path, tmp_path: Path) -> None:
    place.write(".git/HEAD", "ref: refs/heads/main\n")
    place.write(".git/config", f'[core]\n fsmonitor = touch {tmp_path}/git-ran\n[remote "x"]\n uploadpack = touch x\n')
    place.write(".git/index", b"DIRC\0\0\0\2\0\0\0\1" + b"\0" * 60 + b"\0\x0a../../beside\0")
    place.write(".gitignore", "secret\n")
    place.write("secret", "")
    place.write("kept", "")

    found = _fired(
        place, "touch made; [ -e secret ] && touch saw-secret; [ -e kept ] && touch saw-kept; true", programs
    )

    assert sorted(it["path"] for it in found["changes"]) == ["made", "saw-kept"]
    assert not (tmp_path / "git-ran").exists()
    assert not (place.project / "made").exists()


def test_links_out_of_the_copy_are_told(place: Place, programs: Path, tmp_path: Path) -> None:
    (tmp_path / "real").write_text("")
    (place.project / "/".join(["deep"] * 140)).mkdir(parents=True)
    (place.project / "out").symlink_to(tmp_path / "real")
    (place.project / "in").symlink_to(place.project / ".claude")

    found = _fired(place, "true", programs)

    told = [it for it in json.dumps(found).split('"') if "lead out" in it]
    assert len(told) == 1
    assert "`out`" in told[0]
    assert "`in`" not in told[0]
    assert "folders more than 128 levels deep, as below `deep/deep/deep`, are not part of the copy" in json.dumps(found)
