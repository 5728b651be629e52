"""Tests of `hookwright.analysis.scripts.in_git`, held against git itself."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.scripts.git_index import names
from hookwright.analysis.scripts.in_git import is_ignored, is_left_out, is_shared, is_tracked, repository

DISK = RealDisk("/home/sam")
IGNORED = """\
*.log
/build
.claude/*
!.claude/settings.json
**/made/**
a[0-9].sh
dir/
!dir/kept.sh
"""


def git(folder: Path, *arguments: str) -> str:
    found = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    return found.stdout


def write(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    return path


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", ".")
    (tmp_path / ".gitignore").write_text(IGNORED, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "a.sh",
        "x.log",
        "sub/x.log",
        "build/x.sh",
        "sub/build/x.sh",
        ".claude/settings.json",
        ".claude/hooks/x.sh",
        "q/made/deep/x.sh",
        "a1.sh",
        "ab.sh",
        "dir/kept.sh",
        "dir",
    ],
)
def test_what_is_ignored_is_what_git_ignores(clone: Path, name: str) -> None:
    write(clone / name)
    assert is_ignored(DISK, str(clone / name)) == bool(git(clone, "check-ignore", name))


def test_what_only_this_clone_excludes_is_ignored(clone: Path) -> None:
    (clone / ".git" / "info").mkdir(exist_ok=True)
    (clone / ".git" / "info" / "exclude").write_text("mine.sh\n", encoding="utf-8")
    path = str(write(clone / "mine.sh"))
    assert is_ignored(DISK, path)
    assert is_left_out(DISK, path)


@pytest.mark.parametrize("version", ["2", "3"])
def test_a_file_that_was_added_by_force_is_shared(clone: Path, version: str) -> None:
    added, left = write(clone / ".claude/hooks/a.sh"), write(clone / ".claude/hooks/b.sh")
    # The end of one name is another.
    write(clone / "sub/.claude/hooks/b.sh")
    git(clone, "add", "--force", str(added), "sub")
    git(clone, "update-index", f"--index-version={version}")
    if version == "3":
        # Only an entry with an extended flag makes the version a third one.
        write(clone / "c.sh")
        git(clone, "add", "--intent-to-add", "c.sh")
        assert is_tracked(DISK, str(clone / "c.sh")) is True
    assert (clone / ".git/index").read_bytes()[7] == int(version)
    assert [is_tracked(DISK, str(it)) for it in (added, left)] == [True, False]
    assert [is_left_out(DISK, str(it)) for it in (added, left)] == [False, True]
    assert [is_shared(DISK, str(it)) for it in (added, left)] == [True, False]


def test_an_index_that_cannot_be_searched_tells_nothing(clone: Path) -> None:
    path = write(clone / ".claude/hooks/a.sh")
    git(clone, "add", "--force", str(path))
    git(clone, "update-index", "--index-version=4")
    assert is_tracked(DISK, str(path)) is None
    assert not is_left_out(DISK, str(path))
    git(clone, "update-index", "--index-version=2")
    git(clone, "update-index", "--split-index")
    assert is_tracked(DISK, str(write(clone / "other.sh"))) is None


def test_a_worktree_has_an_index_of_its_own(clone: Path) -> None:
    git(clone, "add", ".gitignore")
    git(clone, "-c", "user.name=x", "-c", "user.email=x@y.z", "commit", "-qm", "one")
    git(clone, "worktree", "add", "-q", "tree")
    tree = clone / "tree"
    path = write(tree / ".claude/hooks/a.sh")
    assert repository(DISK, str(path.parent)) == str(tree)
    assert is_left_out(DISK, str(path))
    git(tree, "add", "--force", str(path))
    assert is_tracked(DISK, str(path)) is True
    assert is_tracked(DISK, str(clone / ".claude/hooks/a.sh")) is False


def test_outside_of_a_repository_nothing_is_known(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.log"))
    assert repository(DISK, os.path.dirname(path)) is None
    assert not is_ignored(DISK, path)
    assert is_tracked(DISK, path) is None


def test_bytes_that_are_no_index() -> None:
    assert names(b"", "a") is None
    assert names(b"DIRC\0\0\0\2\0\0\0\0", "a") is False
    assert names(b"DIRC\0\0\0\2" + b"a\0", "a") is False
