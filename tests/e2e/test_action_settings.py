"""The GitHub Action on pull requests: the settings of the branch that they are for count, and not their own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.action import SECONDS, check, prepare, read_action

pytestmark = pytest.mark.timeout(SECONDS)
_WRONG = {"hooks": {"PreToolUse": [{"matcher": "Bsh", "hooks": [{"type": "command", "command": "true"}]}]}}
# What is a warning, and is not there in the repository.
_MISSING = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/nope.sh'}]}]}}
_NOTHING = "no tests were found\n"
_OFF = {"rules": {"HW303": "off"}}


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    return read_action()


class Repository:
    """A repository on a server, with a branch and a pull request for it, and a checkout of what is to be merged."""

    def __init__(self, folder: Path) -> None:
        self.workspace = prepare(folder)
        self.server = folder / "server"
        self.origin = self.server / "some" / "project"
        self._author = folder / "author"
        _git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.origin))
        _git(folder, "init", "--quiet", "--initial-branch=main", str(self._author))
        self.commit({"README.md": "A project."}, "main")

    def commit(self, files: dict[str, Any], branch: str) -> str:
        """Commits the files, as text or JSON, None to delete one, and pushes that as a branch; its id is returned."""
        for name, content in files.items():
            path = self._author / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                path.unlink()
            else:
                path.write_text(content if isinstance(content, str) else json.dumps(content))
        _git(self._author, "add", "--all")
        _git(self._author, "commit", "--quiet", "--allow-empty", "--message=Some change")
        _git(self._author, "push", "--quiet", "--force", str(self.origin), f"HEAD:{branch}")
        return _git(self._author, "rev-parse", "HEAD")

    def clone(self, *words: str, branch: str = "change") -> None:
        """Checks a branch out, by default with nothing but its last commit, as `actions/checkout` does."""
        self.workspace.rmdir()
        depth = words or ("--depth=1",)
        address = self.origin.as_uri()
        _git(self.workspace.parent, "clone", "--quiet", *depth, "--branch", branch, address, str(self.workspace))

    def variables(self, base: str = "main", sha: str = "", event: str = "pull_request") -> dict[str, str]:
        """What the runner sets for a pull request."""
        payload = self.workspace.parent / "event.json"
        payload.write_text(json.dumps({event: {"base": {"ref": base, "sha": sha}, "base_sha": sha}}))
        return {
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(payload),
            "GITHUB_BASE_REF": base,
            "GITHUB_SERVER_URL": self.server.as_uri(),
            "GITHUB_REPOSITORY": "some/project",
        }


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def _git(folder: Path, *words: str) -> str:
    settings = ("user.name=Somebody", "user.email=somebody@example.com", "protocol.file.allow=always")
    command = ["git", *(word for it in settings for word in ("-c", it)), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("where", ["", "tools/"])
def test_a_pull_request_cannot_silence_its_own_check(
    action: dict[str, Any], repository: Repository, where: str
) -> None:
    files = {f"{where}.claude/settings.json": _WRONG, f"{where}hookwright.json": _OFF}
    repository.commit(files, "change")
    repository.clone()

    done = check(action, repository.workspace, repository.variables())

    assert done.returncode == 1
    assert f"::error file={where}.claude/settings.json,line=1" in done.stdout
    assert f"::notice file={where}hookwright.json,title=hookwright::not used: " in done.stdout
    assert "::warning title=hookwright" not in done.stdout


def test_a_settings_file_that_looks_like_a_hook_file_is_not_used_either(
    action: dict[str, Any], repository: Repository
) -> None:
    repository.commit({".claude/settings.json": _WRONG, "hookwright.json": {**_WRONG, **_OFF}}, "change")
    repository.clone()

    done = check(action, repository.workspace, repository.variables(), paths=".\nhookwright.json")

    assert done.returncode == 1
    assert "::error file=.claude/settings.json,line=1" in done.stdout


def test_the_settings_of_the_branch_count_where_the_change_deletes_them(
    action: dict[str, Any], repository: Repository
) -> None:
    repository.commit({"hookwright.json": _OFF}, "main")
    repository.commit({".claude/settings.json": _WRONG, "hookwright.json": None}, "change")
    repository.clone()

    done = check(action, repository.workspace, repository.variables())

    assert done.returncode == 0
    notice, *others = done.stdout.splitlines()
    assert notice.startswith("::notice file=hookwright.json,title=hookwright::not used: ")
    assert others == [_NOTHING.strip()]


def test_without_a_branch_the_commit_of_the_event_counts(action: dict[str, Any], repository: Repository) -> None:
    base = repository.commit({"hookwright.json": {"failOn": "hint"}}, "main")
    repository.commit({".claude/settings.json": {"hooks": {"PreToolUse": []}}, "hookwright.json": {}}, "change")
    repository.clone()
    queue = {**repository.variables(sha=base, event="merge_group"), "GITHUB_BASE_REF": ""}

    assert check(action, repository.workspace, queue).returncode == 1


def test_a_fork_that_was_checked_out_has_no_say(action: dict[str, Any], repository: Repository, tmp_path: Path) -> None:
    repository.commit({".claude/settings.json": _WRONG}, "change")
    repository.clone()
    (tmp_path / "fork").mkdir()
    fork = Repository(tmp_path / "fork")
    fork.commit({"hookwright.json": _OFF}, "main")
    _git(repository.workspace, "remote", "set-url", "origin", fork.origin.as_uri())

    assert check(action, repository.workspace, repository.variables()).returncode == 1


def test_it_says_so_where_the_settings_of_the_branch_cannot_be_had(
    action: dict[str, Any], repository: Repository
) -> None:
    repository.commit({".claude/settings.json": _WRONG, "hookwright.json": _OFF}, "change")
    repository.clone()
    nowhere = {**repository.variables(sha="0" * 40), "GITHUB_SERVER_URL": "file:///nowhere"}

    done = check(action, repository.workspace, nowhere)

    assert done.returncode == 0
    assert done.stdout.startswith("::warning title=hookwright::The commit that this pull request is for could not be")


def test_a_push_is_held_to_its_own_settings(action: dict[str, Any], repository: Repository) -> None:
    repository.commit({".claude/settings.json": _WRONG, "hookwright.json": _OFF}, "change")
    repository.clone()
    payload = repository.workspace.parent / "event.json"
    payload.write_text('{"ref": "refs/heads/change", "base_ref": null}')
    push = {"GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": str(payload), "GITHUB_BASE_REF": ""}

    done = check(action, repository.workspace, push)

    assert (done.returncode, done.stdout, done.stderr) == (0, _NOTHING, "")


def test_nothing_of_an_event_is_taken_for_a_command(action: dict[str, Any], repository: Repository) -> None:
    repository.commit({".claude/settings.json": _WRONG}, "change")
    repository.clone()
    names = ["$(touch pwned)", "`touch pwned`", "--upload-pack=touch pwned", "x; touch pwned #"]
    for it in names:
        done = check(action, repository.workspace, repository.variables(base=it, sha=it))
        assert "::warning title=hookwright::The commit that this pull request is for" in done.stdout
    assert not list(repository.workspace.parent.rglob("pwned"))


def test_a_whole_clone_stays_whole(action: dict[str, Any], repository: Repository) -> None:
    repository.commit({".claude/settings.json": _WRONG}, "change")
    repository.clone("--no-single-branch")
    before = _git(repository.workspace, "rev-list", "--all", "--count")

    assert check(action, repository.workspace, repository.variables()).returncode == 1
    assert _git(repository.workspace, "rev-parse", "--is-shallow-repository") == "false"
    assert _git(repository.workspace, "rev-list", "--all", "--count") == before


@pytest.mark.parametrize(("given", "code"), [("", 0), ("error,HW501", 1)])
def test_the_input_overrules_the_settings_and_nothing_else_does(
    action: dict[str, Any], repository: Repository, given: str, code: int
) -> None:
    repository.commit({".claude/settings.json": _MISSING, "hookwright.json": {"failOn": "error"}}, "main")
    repository.clone(branch="main")

    assert check(action, repository.workspace, fail_on=given).returncode == code
