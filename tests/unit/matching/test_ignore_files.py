"""What ignore files name, as git reads them."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from hookwright.matching.ignore_files import ignores, read_ignore_file

_FILES = (
    "a", "a.py", "b/a.py", "b/c/a.py", "build/x", "src/build/x", "doc/x.txt", "doc/y/x.txt", "#x", "!x", "x y", "x ",
    "[a]", "deep/a/b/c", "keep.log", "drop.log", "logs/keep.log", "Xa", "b/d", "foo/bar/baz",
)  # fmt: skip
_TEXTS = (
    "*.py", "/a.py", "b/", "b", "build/", "/build", "doc/*.txt", "doc/**/x.txt", "doc/**", "**/c", "**/a.py", "a/**/c",
    "# comment\n\\#x", "\\!x", "*.log\n!keep.log", "logs/\n!logs/keep.log", "x\\ ", "x   ", "[!b]a", "[ab]", "\\[a\\]",
    "?", "*", "*\n!*.py", "/*\n!/b", "deep/a", "/deep/**/c", "b/c/", "foo/*/baz", "foo/*", "!a", "", "/", "a.py/", "**",
    "a\r\nb/d\r",
)  # fmt: skip


def _ignored(text: str, path: str) -> bool:
    segments = path.split("/")
    files = [(0, read_ignore_file(text))]
    return any(
        ignores(files, segments[:depth], is_folder=depth < len(segments)) for depth in range(1, len(segments) + 1)
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="git is what it is compared with")
@pytest.mark.parametrize("text", _TEXTS)
def test_git_says_the_same(text: str, tmp_path: Path) -> None:
    for it in _FILES:
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / it).touch()
    (tmp_path / ".gitignore").write_bytes(text.encode())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    asked = "\0".join(_FILES).encode()
    found = subprocess.run(
        ["git", "check-ignore", "-z", "--stdin", "--no-index"],
        cwd=tmp_path,
        input=asked,
        capture_output=True,
        check=False,
    )

    assert {it for it in _FILES if _ignored(text, it)} == {it.decode() for it in found.stdout.split(b"\0") if it}


@pytest.mark.parametrize("pattern", ["*a" * 200 + "*b", "**/" * 300 + "b", "[a-z]*" * 100 + "!", "{a,b}" * 100])
def test_a_pattern_takes_no_longer_than_it_is_long(pattern: str) -> None:
    file = read_ignore_file(pattern)
    began = time.process_time()
    assert file.ignores(["x"] * 100 + ["a" * 250], is_folder=False) is None
    assert time.process_time() - began < 5
