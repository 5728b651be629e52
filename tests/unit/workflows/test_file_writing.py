"""What fixes do to scripts on the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hookwright.analysis.rule import ScriptChange
from hookwright.errors import UnreadableInput
from hookwright.workflows.file_writing import change_script, make_executable


def test_a_script_is_created_with_its_folders_and_mode(tmp_path: Path) -> None:
    file = tmp_path / "hooks" / "deep" / "guard.sh"

    change_script(ScriptChange(str(file), create="#!/bin/sh\n", executable=True))

    assert file.read_bytes() == b"#!/bin/sh\n"
    assert file.stat().st_mode & 0o100


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    file, link = tmp_path / "guard.sh", tmp_path / "link.sh"
    file.write_text("mine\n")
    link.symlink_to(tmp_path / "nowhere")

    for path in (file, link):
        with pytest.raises(UnreadableInput, match="cannot be created"):
            change_script(ScriptChange(str(path), create="theirs\n", executable=True))

    assert file.read_text() == "mine\n"
    assert not file.stat().st_mode & 0o111
    assert not (tmp_path / "nowhere").exists()


def test_lines_are_converted_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "guard.sh"
    file.write_bytes(b"#!/bin/sh\r\necho '\xff\r'\r\n\n")
    file.chmod(0o750)

    change_script(ScriptChange(str(file), line_feeds=True))

    assert file.read_bytes() == b"#!/bin/sh\necho '\xff\r'\n\n"
    assert file.stat().st_mode & 0o777 == 0o750


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o755), (0o600, 0o700), (0o640, 0o750), (0o755, 0o755)])
def test_d7_who_may_read_a_script_may_execute_it(tmp_path: Path, before: int, after: int) -> None:
    script = tmp_path / "s.sh"
    script.touch()
    script.chmod(before)
    make_executable(str(script))
    assert script.stat().st_mode & 0o777 == after


def test_a_script_that_is_gone_is_the_users_to_mend(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="cannot be made executable: no such file"):
        make_executable(str(tmp_path / "gone.sh"))


def test_only_a_file_is_made_executable(tmp_path: Path) -> None:
    folder, pipe, link = tmp_path / "folder", tmp_path / "pipe", tmp_path / "link"
    folder.mkdir(mode=0o744)
    os.mkfifo(pipe, 0o644)
    link.symlink_to(pipe)

    for path in (folder, pipe, link):
        before = path.stat().st_mode
        with pytest.raises(UnreadableInput, match="cannot be made executable"):
            make_executable(str(path))
        assert path.stat().st_mode == before
