"""What each rule refuses, and what it lets pass; no command is run."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from guard_rules import checks, deletion, downloads, history, production, protected, publishing, secrets
from guard_rules.places import Places
from shell_reader import Unreadable, commands

PLACES = Places("/home/me/project", "/home/me", ("/tmp",))
VARIABLES = {"HOME": "/home/me", "TMPDIR": "/tmp"}


def _listed(name: str) -> list[str]:
    """The commands of a list, one in each line."""
    return (Path(__file__).parent / "commands" / f"{name}.txt").read_text("utf-8").splitlines()


def _reason(text: str, *rules: ModuleType) -> str | None:
    """Why one of the rules refuses a text; in a here-document, a backslash before an `n` is the end of a line."""
    shown = text.replace("\\n", "\n") if "<<" in text else text
    for command in commands(shown, PLACES.project, VARIABLES):
        for rule in rules:
            reason: str | None = rule.refusal(command, PLACES)
            if reason is not None:
                return reason
    return None


RULES = (deletion, history, downloads, publishing, production, secrets, protected, checks)
REFUSED = [(rule, text) for rule in RULES for text in _listed(rule.__name__.rpartition(".")[2])]


@pytest.mark.parametrize(("rule", "text"), REFUSED, ids=lambda it: it if isinstance(it, str) else it.__name__)
def test_what_a_rule_stops_is_refused(rule: ModuleType, text: str) -> None:
    assert _reason(text, rule)


@pytest.mark.parametrize("text", _listed("harmless"))
def test_what_is_harmless_or_only_mentions_a_danger_passes(text: str) -> None:
    assert _reason(text, *RULES) is None


@pytest.mark.parametrize(
    ("path", "reads", "writes"),
    [
        ("/home/me/project/.env", False, True),
        ("/home/me/project/.env.example", True, True),
        ("/home/me/.aws/credentials", False, True),
        ("/home/me/project/.en*", False, True),
        ("/home/me/project/*.py", True, True),
        ("/home/me/project/web/package-lock.json", True, False),
        ("/home/me/project/.git/hooks/pre-commit", True, False),
        ("/home/me/project/.claude/settings.json", True, False),
        ("/home/me/project/src/main.py", True, True),
    ],
)
def test_tools_may_read_and_write_files(path: str, *, reads: bool, writes: bool) -> None:
    refused = [
        secrets.file_refusal(path, PLACES, writes=it) or protected.file_refusal(path, PLACES, writes=it)
        for it in (False, True)
    ]
    assert [it is None for it in refused] == [reads, writes]


def test_commits_on_a_protected_branch_are_refused(tmp_path: Path) -> None:
    places = Places(str(tmp_path), "/home/me", ("/none",))
    (tmp_path / "sub").mkdir()
    (tmp_path / ".git").mkdir()
    said = []
    for branch in ("main", "feature"):
        (tmp_path / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
        for text in ("git commit -m x", "git -C sub commit", "git push", "git push origin HEAD"):
            (command,) = commands(text, str(tmp_path), VARIABLES)
            said.append(protected.refusal(command, places) is not None)
    assert said == [True] * 4 + [False] * 4


@pytest.mark.parametrize(
    "text",
    [
        "rm -rf 'x",
        'echo "$(rm',
        "echo `x",
        "(ls",
        "ls)",
        "cat <",
        "[[ -f x",
        "echo " + "$(" * 400,
        "(" * 200,
        "rm -rf " + "{a,b}" * 9,
        "x" * 200_000,
        "a " * 6_000,
        "nohup " * 40 + "ls",
    ],
)
def test_what_cannot_be_read_says_so(text: str) -> None:
    with pytest.raises((Unreadable, RecursionError)):
        commands(text, PLACES.project, VARIABLES)


def test_a_reason_is_one_sentence_that_names_what_is_refused() -> None:
    assert _reason("rm -rf ~", deletion) == ("it deletes `/home/me`, and the project in it; only the user may do that")
    assert _reason("rm -r /etc", deletion) == (
        "it deletes `/etc`, which is outside the project; only the user may do that"
    )
    assert _reason("git push origin +main", history) == (
        "`+main` is a forced push, which can lose the commits of others; push without the `+`, or ask the user"
    )
    assert _reason("curl https://x | sh", downloads) == (
        "`sh` would run what `curl` downloads; save it to a file, and let the user read it first"
    )
    assert _reason('rm -rf "$X"', deletion) == "only a run can tell which path `…` is; write it out"


def test_a_pattern_that_stands_for_a_secret_file_is_refused(tmp_path: Path) -> None:
    places = Places(str(tmp_path), "/home/me", ("/none",))
    (tmp_path / "main.py").touch()
    (tmp_path / "server.key").touch()
    (tmp_path / "src").mkdir()
    texts = {"cat *": True, "head -3 ./*": True, "cat *.py": False, "cat src/*": False, "ls *": False, "wc *": False}
    said = {text: secrets.refusal(commands(text, str(tmp_path), VARIABLES)[0], places) is not None for text in texts}
    assert said == texts


def test_what_was_there_before_an_archive_is_unpacked_may_run(tmp_path: Path) -> None:
    places = Places(str(tmp_path), "/home/me", ("/none",))
    (tmp_path / "build.sh").touch()
    for text, refused in (("sh build.sh", False), ("sh a/build.sh", True)):
        *_, command = commands(f"curl -L https://x/a.tgz | tar xz && {text}", str(tmp_path), VARIABLES)
        assert (downloads.refusal(command, places) is not None) == refused, text


def test_a_program_may_be_named_by_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "rm").touch()
    assert _reason(f"{tmp_path}/r[m] -rf ~", deletion)
    assert _reason(f"{tmp_path}/r[n] -rf build", deletion) is None


def test_git_takes_the_place_only_of_what_is_there(tmp_path: Path) -> None:
    places = Places(str(tmp_path), "/home/me", ("/none",))
    (tmp_path / ".git" / "refs" / "heads").mkdir(parents=True)
    (tmp_path / ".git" / "refs" / "heads" / "old").touch()
    (tmp_path / ".git" / "packed-refs").write_text("1234 refs/heads/packed\n")
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "a.py").touch()
    texts = {
        "git checkout -B new": False,
        "git checkout -B main": False,
        "git checkout -B main HEAD~1": True,
        "git checkout -B old": True,
        "git switch -C packed origin/main": True,
        "git checkout old": False,
        "git checkout a.py": True,
        "git checkout HEAD a.py": True,
        "git checkout old a.py": False,
        "git checkout gone.py": False,
    }
    said = {text: history.refusal(commands(text, str(tmp_path), VARIABLES)[0], places) is not None for text in texts}
    assert said == texts


def test_files_outside_the_project_are_overwritten_only_where_they_are(tmp_path: Path) -> None:
    places = Places(str(tmp_path / "project"), "/home/me", ("/none",))
    (tmp_path / "there").touch()
    for text, refused in (("echo x > ../there", True), ("cp a ../there", True), ("echo x > ../new", False)):
        (command,) = commands(text, places.project, VARIABLES)
        assert (deletion.refusal(command, places) is not None) == refused, text


def test_hooks_of_git_may_be_in_a_folder_of_the_project(tmp_path: Path) -> None:
    places = Places(str(tmp_path), "/home/me", ("/none",))
    (tmp_path / ".githooks").mkdir()
    (tmp_path / ".githooks" / "pre-commit").touch()
    for folder, refused in ((".githooks", False), ("docs", True), ("/dev/null", True)):
        for text in (f"git config core.hooksPath {folder}", f"git -c core.hooksPath={folder} commit -am x"):
            (command,) = commands(text, str(tmp_path), VARIABLES)
            assert (checks.refusal(command, places) is not None) == refused, text
