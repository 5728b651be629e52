"""`hookwright init` as somebody runs it, and then the commands that it names."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest
from tests import warm

from hookwright.dialects import written
from hookwright.readers.choice import place_of

_IDS = [it.id for it in written()]
# An attack takes a second, and what differs between agents is tried by the tests of attacks.
_ATTACKED = ("claude-code",)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty folder, beside a `hookwright` that a shell finds."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "hookwright"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(warm.hookwright())} "$@"\n')
    program.chmod(0o755)
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def _shell(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    top = project.parent
    environ = {"PATH": f"{top}/bin:{os.environ['PATH']}", "HOME": str(top / "home"), "LC_ALL": "C.UTF-8"}
    environ["HOOKWRIGHT_STATE_DIR"] = str(top / "state")
    words = ["sh", "-c", command]
    return subprocess.run(words, capture_output=True, cwd=project, env=environ, text=True, check=False)


def _files(folder: Path) -> dict[str, str]:
    return {str(it.relative_to(folder)): it.read_text() for it in folder.rglob("*") if it.is_file()}


@pytest.mark.parametrize("dialect", _IDS)
def test_the_hook_is_in_its_place_and_what_it_names_next_works(project: Path, dialect: str) -> None:
    done = _shell(project, f"hookwright init --dialect {dialect}")

    assert (done.returncode, done.stderr) == (0, "")
    wrote, _, following = done.stdout.partition("\n\nNext:\n")
    assert wrote.splitlines() == sorted(_told(project), key=wrote.splitlines().index)
    expect_placed(project, dialect)
    check, test, fire, attack = following.splitlines()
    checked = _shell(project, f"{check} --fail-on hint")
    assert (checked.returncode, checked.stdout.partition("(")[0]) == (0, "no problems in 1 hook file and 1 script ")
    tested = _shell(project, test)
    assert (tested.returncode, tested.stdout.splitlines()[-1]) == (0, "13 passed")
    fired = _shell(project, fire)
    assert "  deny · " in fired.stdout
    assert "note:" not in fired.stdout, "the agent would run it with this payload"
    if dialect in _ATTACKED:
        attacked = _shell(project, attack.replace("--count 40", "--count 4"))
        assert (attacked.returncode, attacked.stderr) == (0, ""), attacked.stdout


def _told(project: Path) -> list[str]:
    """What is to be said of the files of a new project: a line for each, or for a folder that has more than four."""
    folders: dict[str, list[str]] = {}
    for it in _files(project):
        folders.setdefault(os.path.dirname(it), []).append(it)
    many = [f"wrote {folder} ({len(names)} files)" for folder, names in folders.items() if len(names) > 4]
    return [*many, *(f"wrote {it}" for names in folders.values() if len(names) <= 4 for it in names)]


def expect_placed(project: Path, dialect: str) -> None:
    """The hook is where the agent looks, its script can be run, and nothing names this machine."""
    placed = [
        found[0].id
        for it in _files(project)
        if (found := place_of(str(project / it), text=(project / it).read_text())) is not None
    ]
    assert placed == [dialect]
    (guard,) = project.rglob("guard.py")
    assert guard.stat().st_mode & 0o111 == 0o111
    (test,) = project.rglob("*.hooktest.yaml")
    assert test.stat().st_mode & 0o111 == 0
    assert str(project) not in "".join(_files(project).values()), "it works on every machine"


def test_an_agent_whose_hooks_are_scripts_gets_none(project: Path) -> None:
    done = _shell(project, "hookwright init --dialect cline")

    assert (done.returncode, done.stdout, _files(project)) == (2, "", {})
    assert "put a script called `PreToolUse` into `.clinerules/hooks`" in done.stderr
    assert _shell(project, "hookwright init").returncode == 0
    converted = _shell(project, "hookwright convert .claude/settings.json --to cline")
    assert (converted.returncode, "write them as scripts" in converted.stderr) == (2, True)


def test_the_default_is_claude_code_and_folders_are_made(project: Path) -> None:
    done = _shell(project, "hookwright init 'new folder/deep'")

    assert (project / "new folder" / "deep" / ".claude" / "settings.json").is_file()
    *_, check, test, fire, _attack = done.stdout.splitlines()
    assert _shell(project, check).returncode == _shell(project, test).returncode == 0
    assert "  deny · " in _shell(project, fire).stdout


@pytest.mark.parametrize("there", [".claude/settings.json", ".claude/hooks/guard.py"])
def test_nothing_that_exists_is_touched_and_nothing_is_left_half_done(project: Path, there: str) -> None:
    (project / there).parent.mkdir(parents=True)
    (project / there).write_text('{"hooks": {}}')

    done = _shell(project, "hookwright init")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"hookwright: `{there}` already exists, so nothing was written: ")
    assert done.stderr.endswith("`hookwright add deletion history downloads` adds the guard to what is there\n")
    assert _files(project) == {there: '{"hooks": {}}'}


def test_settings_without_hooks_get_them_and_keep_the_rest(project: Path) -> None:
    settings = project / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "permissions": {"allow": ["Bash(ls:*)"]}\n}\n')

    done = _shell(project, "hookwright init")

    assert (done.returncode, done.stderr) == (0, "")
    assert "\nadded hooks to .claude/settings.json\n\nNext:\n" in done.stdout
    assert settings.read_text().startswith('{\n  "permissions": {"allow": ["Bash(ls:*)"]},\n  "hooks": {\n')
    *_, check, test, fire, _attack = done.stdout.splitlines()
    assert _shell(project, check).stdout.startswith("no problems in 1 hook file ")
    assert _shell(project, test).returncode == 0
    assert "  deny · " in _shell(project, fire).stdout
    assert _shell(project, "hookwright init").returncode == 2, "now it has hooks"


@pytest.mark.parametrize("text", ["{", "[]", "", '{"permissions": {},}'])
def test_settings_that_cannot_be_read_stay_as_they_are(project: Path, text: str) -> None:
    settings = project / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(text)

    assert _shell(project, "hookwright init").returncode == 2
    assert _files(project) == {".claude/settings.json": text}


def test_a_link_to_nowhere_is_not_followed(project: Path) -> None:
    (project / ".claude").mkdir()
    (project / ".claude" / "settings.json").symlink_to(project.parent / "elsewhere.json")

    assert _shell(project, "hookwright init").returncode == 2
    assert not (project.parent / "elsewhere.json").exists()


def test_what_cannot_be_is_said_in_a_line(project: Path) -> None:
    (project / "file").write_text("")

    assert _shell(project, "hookwright init file").stderr == (
        "hookwright: `file` is not a folder: name the folder of your project\n"
    )
    assert "did you mean `claude-code`?" in _shell(project, "hookwright init --dialect claud").stderr


def test_a_link_leads_nothing_out_of_the_project(project: Path) -> None:
    home = project.parent / "home" / ".claude"
    home.mkdir(parents=True)
    (home / "settings.json").write_text("{}")
    (project / ".claude").symlink_to(home)

    ended = _shell(project, "hookwright init")

    assert ended.returncode == 2
    assert "would be outside the project" in ended.stderr
    assert _files(home) == {"settings.json": "{}"}


@pytest.mark.parametrize(
    ("name", "dialect"), [("copilot", "copilot-cli"), ("Gemini", "gemini-cli"), ("codex", "codex")]
)
def test_an_agent_is_called_by_its_short_name(project: Path, name: str, dialect: str) -> None:
    assert _shell(project, f"hookwright init --agent {name}").returncode == 0

    listed = _shell(project, f"hookwright list --agent {name} --format json")

    assert [it["id"] for it in json.loads(listed.stdout)["dialects"]] == [dialect]


def test_a_name_that_is_no_agent_is_refused(project: Path) -> None:
    done = _shell(project, "hookwright init --agent klingon")

    assert done.returncode == 2
    assert done.stderr.startswith("hookwright: `klingon` is not a dialect")
