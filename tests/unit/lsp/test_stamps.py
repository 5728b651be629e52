"""Stamps tell states of a file apart, and are taken of all that was asked about."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hookwright.engine.journal.schema import opened, prepare
from hookwright.kept_files import kept_start
from hookwright.lsp.stamps import DATABASE_LOG, NotingDisk, stamp, stamps


def test_every_change_has_a_stamp_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "a.sh"
    seen = [stamp(str(file))]
    file.write_text("a")
    seen.append(stamp(str(file)))
    file.write_text("ab")
    seen.append(stamp(str(file)))
    file.chmod(0o755)
    seen.append(stamp(str(file)))

    assert seen[0] is None
    assert len(set(seen)) == 4
    assert stamp(str(file)) == seen[-1]


@pytest.mark.parametrize("writing", [True, False], ids=["a writer has it open", "nobody has it open"])
def test_reading_the_journal_is_no_change(tmp_path: Path, *, writing: bool) -> None:
    path = str(tmp_path / "journal.sqlite3")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        prepare(writer)
        if not writing:
            writer.close()
        followed = [path, path + DATABASE_LOG]
        before = stamps(followed)

        for _ in range(2):
            with opened(path) as reader:
                assert reader is not None
                reader.execute("SELECT * FROM dispatches").fetchall()
                assert stamps(followed) == before
        assert stamps(followed) == before


def test_what_is_written_to_the_journal_is_a_change(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.sqlite3")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        prepare(writer)
        seen = stamp(path + DATABASE_LOG)
        writer.execute("CREATE TABLE more (one)")
        assert stamp(path + DATABASE_LOG) != seen


def test_a_path_that_no_file_can_have_has_none() -> None:
    assert stamp("a\0b") is None


def test_what_was_asked_about_is_noted_as_it_was_before_the_answer(tmp_path: Path, home: Path) -> None:
    there, missing = tmp_path / "a.sh", tmp_path / "b.sh"
    there.write_text("#!/bin/sh\n")
    there.chmod(0o755)
    disk = NotingDisk(str(home))

    assert disk.is_file(str(there))
    assert disk.is_executable(str(there))
    assert disk.first_line(str(there)) == "#!/bin/sh"
    assert not disk.is_file(str(missing))
    assert disk.home() == str(home)

    assert disk.asked == {str(there): stamp(str(there)), str(missing): None}


def test_answers_hold_until_the_disk_changes(tmp_path: Path, home: Path) -> None:
    script = tmp_path / "a.sh"
    disk = NotingDisk(str(home))
    assert not disk.is_file(str(script))
    assert disk.is_current()

    script.touch()
    assert not disk.is_current()


def test_a_file_is_read_again_when_its_stamp_is_another(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, script = list[str](), tmp_path / "a.sh"

    def noting(path: str, most: int) -> bytes:
        read.append(path)
        return kept_start(path, most)

    monkeypatch.setattr("hookwright.analysis.disk.kept_start", noting)
    for line in ("#!/bin/sh", "#!/bin/bash"):
        script.write_text(f"{line}\n")
        for _ in range(3):
            assert NotingDisk(str(home)).first_line(str(script)) == line

    assert read == [str(script)] * 2
