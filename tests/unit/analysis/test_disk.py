"""What the real disk answers."""

from __future__ import annotations

from pathlib import Path

from hookwright.analysis.disk import RealDisk


def test_only_files_are_files(tmp_path: Path) -> None:
    disk = RealDisk(str(tmp_path))
    (tmp_path / "guard.sh").write_text("", encoding="utf-8")
    assert disk.is_file(str(tmp_path / "guard.sh"))
    assert not disk.is_file(str(tmp_path))
    assert not disk.is_file(str(tmp_path / "gone.sh"))
    assert disk.home() == str(tmp_path)


def test_a_path_that_no_file_can_have_is_none(tmp_path: Path) -> None:
    disk = RealDisk(str(tmp_path))
    assert not disk.is_file("a\0b")
    assert not disk.is_file("a" * 10_000)
    assert not disk.is_file("")
