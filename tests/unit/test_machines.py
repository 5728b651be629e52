"""Each test has an empty home and temporary folder, though most of them have the same one after another."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from tests.conftest import new_machine


def test_what_was_left_as_it_was_is_used_again(tmp_path: Path) -> None:
    assert new_machine(tmp_path / "one").is_untouched


@pytest.mark.parametrize("folder", ["home", "tmp"])
def test_what_was_written_to_is_not(tmp_path: Path, folder: str) -> None:
    machine = new_machine(tmp_path / "one")
    (tmp_path / "one" / folder / ".profile").touch()

    assert not machine.is_untouched


def test_nor_is_what_was_closed_or_taken_away(tmp_path: Path) -> None:
    closed, gone = new_machine(tmp_path / "one"), new_machine(tmp_path / "two")
    # In a moment that differs from the one when it was made.
    while closed.home.stat().st_ctime_ns == closed.changed[0]:
        closed.home.chmod(0o500)
    gone.temporary.rmdir()

    assert not closed.is_untouched
    assert not gone.is_untouched


@pytest.mark.parametrize("turn", [1, 2])
def test_both_are_empty_whatever_the_last_test_wrote(home: Path, turn: int) -> None:
    folders = home, Path(tempfile.gettempdir())
    assert [os.listdir(it) for it in folders] == [[], []]
    assert [os.environ["HOME"], os.environ["TMPDIR"]] == [str(it) for it in folders]
    for it in folders:
        (it / f"left by {turn}").touch()
