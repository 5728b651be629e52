"""The settings of a commit, in place of those on the disk."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hookwright.errors import HookwrightError, UnreadableInput, UsageError
from hookwright.host import Host
from hookwright.workflows.checking.committed_settings import settings_in_commit

_HOST = Host.real()


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=Somebody", "-c", "user.email=somebody@example.com", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    _git(tmp_path, "init", "--quiet")
    _write(tmp_path, "hookwright.json", "{}")
    return tmp_path


def _write(repository: Path, name: str, text: str | bytes) -> Path:
    path = repository / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _commit(repository: Path) -> str:
    _git(repository, "add", "--all")
    _git(repository, "commit", "--quiet", "--message=Some change")
    return _git(repository, "rev-parse", "HEAD")


def test_every_settings_file_of_the_commit_is_read_from_anywhere_in_the_repository(repository: Path) -> None:
    inner = _write(repository, 'a "b"\tc/ü/hookwright.json', '{"rules": {}}\r\n')
    _write(repository, "not-hookwright.json", "{}")
    commit = _commit(repository)
    inner.unlink()
    top = _write(repository, "hookwright.json", "changed")
    _write(repository, "new/hookwright.json", "{}")

    found = {str(top): "{}", str(inner): '{"rules": {}}\r\n'}
    assert settings_in_commit(commit, str(repository), _HOST) == found
    assert settings_in_commit("HEAD", str(repository / "new"), _HOST) == found


def test_a_link_is_followed_within_the_commit(repository: Path) -> None:
    shared = _write(repository, "shared/settings.json", '{"exclude": []}')
    (repository / "tools").mkdir()
    (repository / "tools" / "hookwright.json").symlink_to("../shared/settings.json")
    commit = _commit(repository)
    shared.write_text("changed")

    assert settings_in_commit(commit, str(repository), _HOST)[str(repository / "tools" / "hookwright.json")] == (
        '{"exclude": []}'
    )


def test_what_a_hook_of_git_runs_in_makes_no_difference(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    _commit(repository)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    _git(elsewhere, "init", "--quiet")
    host = Host({**os.environ, "GIT_DIR": str(elsewhere / ".git"), "GIT_WORK_TREE": str(elsewhere)}, "")

    assert [*settings_in_commit("HEAD", str(repository), host)] == [str(repository / "hookwright.json")]


@pytest.mark.parametrize("text", [b"\xff\xfe{}", None])
def test_settings_that_cannot_be_read_are_an_error(repository: Path, text: bytes | None) -> None:
    (repository / "hookwright.json").unlink()
    if text is None:
        (repository / "hookwright.json").symlink_to("/etc/hostname")
    else:
        _write(repository, "hookwright.json", text)
    _commit(repository)

    with pytest.raises(UnreadableInput, match=r"hookwright\.json"):
        settings_in_commit("HEAD", str(repository), _HOST)


@pytest.mark.parametrize("commit", ["", "nothing", "--all", "HEAD^{tree}", "HEAD:hookwright.json", "0" * 40, "HEAD\n"])
def test_what_is_no_commit_is_refused(repository: Path, commit: str) -> None:
    _commit(repository)

    with pytest.raises(UsageError, match="is not a commit"):
        settings_in_commit(commit, str(repository), _HOST)


def test_a_program_of_the_repository_is_not_taken_for_git(repository: Path) -> None:
    program = _write(repository, "bin/git", "#!/bin/sh\ntouch pwned\n")
    program.chmod(0o755)
    _commit(repository)

    with pytest.raises(HookwrightError, match="not on the PATH"):
        settings_in_commit("HEAD", str(repository), Host({"PATH": str(program.parent)}, ""))
    assert not (repository / "pwned").exists()


def test_a_folder_that_is_in_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a git repository"):
        settings_in_commit("HEAD", str(tmp_path), _HOST)
