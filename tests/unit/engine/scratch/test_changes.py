"""Every change is told, and what is no text is not shown."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from hookwright.engine.scratch.changes import Change, ChangeKind, changes_in, state_of


@pytest.fixture
def original(tmp_path: Path) -> Path:
    folder = tmp_path / "original"
    folder.mkdir()
    for name, content in {"a.txt": b"one\ntwo\n", "b.bin": b"\0\1", "c.txt": b"same\n"}.items():
        (folder / name).write_bytes(content)
    (folder / "link").symlink_to("a.txt")
    return folder


def changed(original: Path, work: str) -> dict[str, Change]:
    """What a shell command changes in a copy."""
    copy = original.parent / "copy"
    shutil.copytree(original, copy, symlinks=True)
    before = state_of(str(copy))
    assert os.system(f"cd '{copy}' && {work}") == 0
    found = changes_in(str(copy), before, lambda path: str(original / path), lambda path: f"./{path}")
    return {it.path: it for it in found}


def test_lines_are_compared(original: Path) -> None:
    found = changed(original, "sed -i s/two/three/ a.txt && printf 'no end' > new.txt && rm c.txt")

    assert {path: it.kind for path, it in found.items()} == {
        "./a.txt": ChangeKind.CHANGED,
        "./c.txt": ChangeKind.DELETED,
        "./new.txt": ChangeKind.CREATED,
    }
    assert found["./a.txt"].diff == "--- a/./a.txt\n+++ b/./a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"
    assert found["./c.txt"].diff == "--- a/./c.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-same\n"
    assert "+no end\n" in found["./new.txt"].diff


def test_what_was_only_touched_or_written_again_is_no_change(original: Path) -> None:
    assert changed(original, "touch a.txt && cp c.txt d && mv d c.txt && cp b.bin e && mv e b.bin") == {}


def test_a_mode_is_a_change(original: Path) -> None:
    (original / "a.txt").chmod(0o644)

    assert changed(original, "chmod 755 a.txt")["./a.txt"].diff == "mode 644 became 755\n"


def test_time_put_back_hides_nothing(original: Path) -> None:
    found = changed(
        original, "touch -r a.txt stamp && printf 'one\\nTWO\\n' > a.txt && touch -r stamp a.txt && rm stamp"
    )

    assert list(found) == ["./a.txt"]


def test_bytes_are_not_shown(original: Path) -> None:
    found = changed(original, "printf '\\0\\2' > b.bin && head -c 2000000 /dev/zero > large")

    assert "is not shown" in found["./b.bin"].diff
    assert "is not shown" in found["./large"].diff


def test_links_are_compared_by_where_they_lead(original: Path) -> None:
    assert "-link to a.txt\n+link to c.txt\n" in changed(original, "ln -sf c.txt link")["./link"].diff


def test_a_very_long_difference_is_cut(original: Path) -> None:
    diff = changed(original, "seq 100000 > a.txt")["./a.txt"].diff

    assert len(diff) < 70_000
    assert diff.endswith("more\n")
