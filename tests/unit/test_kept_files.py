"""Tests of `hookwright.kept_files`: what is read again, and what is not kept."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hookwright import kept_files
from hookwright.files import NotRegular, TooLarge, read_bytes
from hookwright.kept_files import kept_bytes, kept_start


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each file was read as a whole."""
    counted = Counter[str]()

    def read(path: str, *, most: int) -> bytes:
        counted[path] += 1
        return read_bytes(path, most=most)

    monkeypatch.setattr(kept_files, "read_bytes", read)
    return counted


def test_a_file_is_read_once_until_it_changes(tmp_path: Path, reads: Counter[str]) -> None:
    path = tmp_path / "guard.sh"
    for text in ("first", "the second"):
        path.write_text(text)
        for _ in range(2):
            assert kept_start(str(path), 3) == text[:3].encode()
            assert kept_bytes(str(path), most=100) == text.encode()
    assert reads == {str(path): 2}


def test_the_limit_of_each_reader_counts(tmp_path: Path) -> None:
    path = tmp_path / "guard.sh"
    path.write_text("echo")
    assert kept_bytes(str(path), most=4) == b"echo"
    with pytest.raises(TooLarge):
        kept_bytes(str(path), most=3)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    for path, error in ((tmp_path, NotRegular), (tmp_path / "none", FileNotFoundError), ("a\0b", OSError)):
        with pytest.raises(error):
            kept_bytes(str(path), most=10)
        with pytest.raises(error):
            kept_start(str(path), 10)


def test_a_large_file_is_not_kept(tmp_path: Path, reads: Counter[str]) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * (kept_files._LONGEST + 1))
    assert [kept_start(str(path), 2) for _ in range(2)] == [b"xx"] * 2
    assert len(kept_bytes(str(path), most=1_000_000)) == kept_files._LONGEST + 1
    assert reads == {str(path): 1}


def test_those_that_were_read_first_make_room(tmp_path: Path, reads: Counter[str]) -> None:
    content = b"x" * kept_files._LONGEST
    paths = [tmp_path / str(it) for it in range(kept_files._MOST_BYTES // len(content) + 1)]
    for it in paths:
        it.write_bytes(content)
        kept_start(str(it), 1)
    for it in (paths[-1], paths[0]):
        kept_start(str(it), 1)
    assert [reads[str(it)] for it in paths] == [2, *[1] * (len(paths) - 1)]
