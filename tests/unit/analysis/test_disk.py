"""What the real disk answers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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


def test_whether_a_script_is_executable(tmp_path: Path) -> None:
    disk = RealDisk("/home/me")
    script = tmp_path / "guard.sh"
    script.touch(0o644)
    assert not disk.is_executable(str(script))
    script.chmod(0o654)
    assert disk.is_executable(str(script))
    assert not disk.is_executable(str(tmp_path / "gone.sh"))
    assert not disk.is_executable("a\0b")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"#!/bin/sh\nexit\n", "#!/bin/sh"),
        (b"no end", "no end"),
        (b"", ""),
        (b"\xff\n", "\ufffd"),
        (b"\x7fELF\n\0\0", None),
        (b"x" * 1000, "x" * 256),
    ],
)
def test_how_a_script_begins(tmp_path: Path, content: bytes, line: str | None) -> None:
    script = tmp_path / "guard.sh"
    script.write_bytes(content)
    assert RealDisk("/home/me").first_line(str(script)) == line


def test_what_is_no_file_begins_with_nothing(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    assert [RealDisk("/home/me").first_line(str(it)) for it in (fifo, tmp_path, tmp_path / "gone")] == [None] * 3


def test_open_to_all_unless_only_owners_may_remove(tmp_path: Path) -> None:
    disk = RealDisk("/home/somebody")
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.touch()
    folder.mkdir()
    for path, mode, expected in (
        (file, 0o644, False),
        (file, 0o646, True),
        (folder, 0o755, False),
        (folder, 0o777, True),
        (folder, 0o1777, False),
    ):
        path.chmod(mode)
        assert disk.is_open_to_all(str(path)) is expected
    assert not disk.is_open_to_all(str(tmp_path / "nothing"))
    assert not disk.is_open_to_all("nul\0")


def test_programs_are_looked_for_on_the_path_that_is_told(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "tidy").touch(0o755)
    (tmp_path / "notes").touch(0o644)
    disk = RealDisk("/home/me", os.pathsep.join((str(other), str(tmp_path))))
    assert disk.has_program("tidy")
    assert not disk.has_program("notes")
    assert not disk.has_program("other")
    (other / "late").touch(0o755)
    assert disk.has_program("late")


def test_a_program_that_is_installed_after_it_was_asked_for_is_found(tmp_path: Path) -> None:
    disk = RealDisk("/home/me", str(tmp_path))
    assert not disk.has_program("tidy")
    (tmp_path / "tidy").touch(0o755)
    assert disk.has_program("tidy")


def test_without_a_path_every_program_may_be_there() -> None:
    assert RealDisk("/home/me").has_program("no-such-program")


def test_without_mode_bits_every_file_may_be_run(tmp_path: Path) -> None:
    disk = RealDisk(str(tmp_path), str(tmp_path), is_posix=False)
    (tmp_path / "guard.sh").touch(0o666)
    (tmp_path / "guard.sh").chmod(0o666)

    assert disk.is_executable(str(tmp_path / "guard.sh"))
    assert not disk.is_executable(str(tmp_path / "other.sh"))
    assert not disk.is_open_to_all(str(tmp_path / "guard.sh"))
    # Git Bash has programs of its own.
    assert disk.has_program("grep")
