"""Copies are as the files were: content, modes, times, and links that stay inside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hookwright.engine.scratch import copying as listing
from hookwright.engine.scratch.copying import copy_files, copy_repository, files_of_scripts, require_room, source_files
from hookwright.errors import UsageError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / "src").mkdir(parents=True)
    return tmp_path / "project"


def test_files_keep_their_modes_and_times(project: Path, tmp_path: Path) -> None:
    script = project / "src" / "ä b.sh"
    script.write_bytes(b"\0\xff\n")
    script.chmod(0o741)
    os.utime(script, ns=(1, 10**18))

    copy_files(str(project), str(tmp_path / "copy"), ["src/ä b.sh", "src/gone"])

    copied = tmp_path / "copy" / "src" / "ä b.sh"
    assert copied.read_bytes() == b"\0\xff\n"
    assert (copied.stat().st_mode & 0o777, copied.stat().st_mtime_ns) == (0o741, 10**18)
    assert not (tmp_path / "copy" / "src" / "gone").exists()


def test_links_into_the_project_lead_into_the_copy(project: Path, tmp_path: Path) -> None:
    (project / "file").write_text("original")
    (project / "absolute").symlink_to(project / "file")
    (project / "relative").symlink_to("file")
    (project / "outside").symlink_to("/etc/hostname")
    copy = tmp_path / "copy"

    copy_files(str(project), str(copy), ["file", "absolute", "relative", "outside"])
    (copy / "absolute").write_text("changed")

    assert (project / "file").read_text() == "original"
    assert (copy / "relative").read_text() == "changed"
    assert os.readlink(copy / "outside") == "/etc/hostname"


def test_pipes_are_left_out(project: Path, tmp_path: Path) -> None:
    os.mkfifo(project / "pipe")

    copy_files(str(project), str(tmp_path / "copy"), ["pipe"])

    assert not (tmp_path / "copy" / "pipe").exists()


def test_without_git_ballast_is_left_out(project: Path) -> None:
    for name in ("src/a.py", "node_modules/x/y.js", ".venv/lib", "scratch/1-x/a"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).touch()
    (project / "loop").symlink_to(project)

    assert sorted(source_files(str(project), str(project / "home"), [str(project / "scratch")])) == ["loop", "src/a.py"]


def test_scripts_bring_what_is_beside_them(project: Path, tmp_path: Path) -> None:
    made = ".claude/hooks/guard.py .claude/hooks/rules/deletion.py .claude/hooks/__pycache__/a.pyc .claude/guard.json"
    for name in (*made.split(), ".claude/worktrees/x/a.py", "notes.md", "run.sh", "near/guard.sh", "near/own.json"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).touch()
    deep, here, near = (str(project / it) for it in (".claude/hooks/guard.py", "run.sh", "near/guard.sh"))

    def found(*scripts: str, above: bool) -> list[str]:
        return sorted(set(files_of_scripts(str(project), scripts, above=above)))

    beside = [".claude/hooks/guard.py", ".claude/hooks/rules/deletion.py"]
    assert found(deep, here, str(tmp_path / "guard.sh"), above=True) == [".claude/guard.json", *beside, "run.sh"]
    assert found(near, above=True) == ["near/guard.sh", "near/own.json"]
    assert found(deep, near, here, above=False) == [*beside, "near/guard.sh", "run.sh"]


@pytest.mark.parametrize(("files", "size", "told"), [(1, 1 << 30, "more than 1 files"), (9, 1, "more than 0 MB")])
def test_a_workspace_that_is_too_large_is_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch, files: int, size: int, told: str
) -> None:
    (project / "a").write_text("12")
    (project / "b").write_text("34")
    monkeypatch.setattr(listing, "MOST_FILES", files)
    monkeypatch.setattr(listing, "MOST_BYTES", size)

    with pytest.raises(UsageError, match=told):
        require_room(str(project), ["a", "b"])


def test_a_linked_work_tree_says_that_git_will_not_do(project: Path, tmp_path: Path) -> None:
    (project / ".git").write_text("gitdir: /elsewhere\n")

    told = copy_repository(str(project), str(tmp_path / "copy"), "/objects")

    assert told is not None
    assert "linked work tree" in told
    assert not (tmp_path / "copy").exists()
