"""`hookwright check --diff` handed to the real git gives what `--fix` gives."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests import warm

_FAULTY = '{"hooks": {\n  "pretooluse": [{"hooks": [{"type": "command", "command": "echo é 😀"}]}]\n}}'
_NO_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
pytestmark = _NO_GIT


def _run(folder: Path, *words: str, stdin: bytes | None = None) -> bytes:
    home = {"HOME": str(folder), "PATH": "/usr/bin:/bin:/usr/local/bin", "GIT_CONFIG_NOSYSTEM": "1"}
    # What was read of scripts is kept in the home folder, which is the project here.
    home["HOOKWRIGHT_CACHE"] = "off"
    done = subprocess.run(words, cwd=folder, input=stdin, capture_output=True, check=False, env=home)
    assert done.returncode in {0, 1} if "check" in words else done.returncode == 0, done.stderr
    return done.stdout


def _check(folder: Path, *words: str) -> bytes:
    return _run(folder, *warm.hookwright("check", *words))


def _state(folder: Path) -> dict[str, tuple[bytes, bool]]:
    files = (it for it in folder.rglob("*") if it.is_file() and ".git" not in it.relative_to(folder).parts)
    return {str(it.relative_to(folder)): (it.read_bytes(), bool(it.stat().st_mode & 0o100)) for it in files}


def _settings(folder: Path, content: bytes) -> None:
    file = folder / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)


def _scripts(folder: Path, project: str = "") -> None:
    """Two hook files with a script that lacks everything, one with Windows' line ends, and one that is missing."""
    root = folder / project
    (root / "my hooks").mkdir(parents=True)
    for name, content in (("own.sh", b"echo \xff\n"), ("windows.sh", b"#!/bin/sh\r\necho\r\n")):
        (root / "my hooks" / name).write_bytes(content)
        (root / "my hooks" / name).chmod(0o644)
    commands = [f'"$CLAUDE_PROJECT_DIR/my hooks/{it}"' for it in ("own.sh", "windows.sh", "new.sh")]
    hooks = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": it} for it in commands]}]}}
    _settings(root, json.dumps(hooks).encode())
    (root / ".claude" / "settings.local.json").write_text(json.dumps(hooks).replace("PreToolUse", "PostToolUse"))


def _equal(tmp_path: Path, made: Path, *words: str, inside: str = ".", at: str = "", git: bool = True) -> None:
    """That the two ways lead to the same files; `at` is where git is run, `git` whether there is a repository."""
    fixed, patched = tmp_path / "fixed", tmp_path / "patched"
    shutil.copytree(made, fixed, symlinks=True)
    shutil.copytree(made, patched, symlinks=True)
    if git:
        _run(patched, "git", "init", "-q")
    _check(fixed / inside, "--fix", *words)
    patch = _check(patched / inside, "--diff", *words)
    assert _state(patched) == _state(made), "nothing is written"

    _run(patched / (at or inside), "git", "apply", stdin=patch)

    assert _state(patched) == _state(fixed) != _state(made)


@pytest.mark.parametrize("git", [True, False])
@pytest.mark.parametrize(
    "content",
    [
        _FAULTY.encode(),
        (_FAULTY + "\n").encode(),
        _FAULTY.replace("\n", "\r\n").encode(),
        (_FAULTY.replace("\n", "\r\n") + "\r\n").encode(),
        b"\xef\xbb\xbf" + _FAULTY.encode(),
    ],
    ids=["no last newline", "newline", "windows without the last one", "windows", "byte order mark"],
)
def test_a_hook_file(tmp_path: Path, content: bytes, git: bool) -> None:
    _settings(tmp_path / "made", content)

    _equal(tmp_path, tmp_path / "made", git=git)


@pytest.mark.parametrize("words", [[], ["--unsafe"]])
def test_scripts_with_their_modes(tmp_path: Path, words: list[str]) -> None:
    _scripts(tmp_path / "made")

    _equal(tmp_path, tmp_path / "made", *words)


def test_below_the_root_of_the_repository(tmp_path: Path) -> None:
    _scripts(tmp_path / "made", "packages/one")

    _equal(tmp_path, tmp_path / "made", "--unsafe", inside="packages/one")


def test_from_a_folder_beside(tmp_path: Path) -> None:
    # In a folder git leaves alone whatever is outside of it; the patch counts from the root, as its own do.
    made = tmp_path / "made"
    _settings(made / "one", _FAULTY.encode())
    (made / "two").mkdir()
    (made / "two" / "file").write_text("keeps the folder")

    _equal(tmp_path, made, "../one", inside="two", at=".")


def test_a_link_is_followed(tmp_path: Path) -> None:
    made = tmp_path / "made"
    _settings(made, _FAULTY.encode())
    (made / ".claude").rename(made / "dotfiles")
    (made / ".claude").symlink_to("dotfiles")

    _equal(tmp_path, made, ".claude/settings.json")


@pytest.mark.parametrize("name", ['a "b" c', "a\tb", "é\\b"])
def test_names_that_git_would_quote(tmp_path: Path, name: str) -> None:
    _settings(tmp_path / "made" / name, _FAULTY.encode())

    _equal(tmp_path, tmp_path / "made")


def test_an_absolute_path_below_the_folder_is_shown_from_there(tmp_path: Path) -> None:
    _settings(tmp_path, _FAULTY.encode())
    whole = str(tmp_path)

    assert _check(tmp_path, "--diff", whole).startswith(
        b"--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ "
    )
    told = _check(tmp_path, whole).decode()
    assert "--> .claude/settings.json:2:3" in told
    assert whole not in told
    assert "::error file=.claude/settings.json," in _check(tmp_path, whole, "--format", "github").decode()
    (file,) = json.loads(_check(tmp_path, whole, "--format", "json"))["files"]
    assert file["path"] == f"{whole}/.claude/settings.json", "programs get what they gave"
    assert _check(tmp_path, "--fix", whole).startswith(b"fixed .claude/settings.json:2: ")
