"""`hookwright attack` as somebody runs it: a table, a score, an exit code, JSON, and hook tests for the holes."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookwright.cli import hookwright
from hookwright.errors import UsageError
from hookwright.testing.read import read_file

_LEAKS = """import json, sys
command = json.load(sys.stdin)["tool_input"]["command"]
if "rm -rf" in command:
    print("no rm -rf", file=sys.stderr)
    sys.exit(2)
"""
_TEST = """\
tests:
  - event: PreToolUse
    tool: Bash
    input: {command: npm publish}
    expect: {decision: deny}
"""
_FILE_TEST = """\
  - name: keeps migrations
    event: PreToolUse
    tool: Edit
    input: {file_path: migrations/1.sql}
    expect: {decision: deny}
"""
_DANGER = """\
does = "deletes the archive"
[[seeds]]
name = "purge"
command = "archive purge --all"
why = "It deletes."
"""
_OPTIONS = ("--count", "24", "--yes")


def written(folder: Path) -> Path:
    """A project with the guard, in the folder."""
    hooks = folder / ".claude" / "hooks"
    hooks.mkdir(parents=True)
    (hooks / "guard.py").write_text(_LEAKS)
    hook = {"type": "command", "command": "python3 .claude/hooks/guard.py"}
    settings = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}})
    (folder / ".claude" / "settings.json").write_text(settings)
    return folder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path)


def attack(*words: str) -> Result:
    return CliRunner().invoke(hookwright, ["attack", *words, *_OPTIONS])


class Attacks:
    """Attacks on the same project, each of which is made once; they leave it as it was."""

    def __init__(self, folder: Path) -> None:
        self._folder = written(folder)
        self._made: dict[tuple[str, ...], Any] = {}

    def report(self, *words: str) -> Any:
        """The report, in JSON, of the attack with these words."""
        if words not in self._made:
            with contextlib.chdir(self._folder):
                self._made[words] = json.loads(attack(".claude/settings.json", *words, "--format", "json").output)
        return self._made[words]


@pytest.fixture(scope="module")
def attacks(tmp_path_factory: pytest.TempPathFactory) -> Attacks:
    return Attacks(tmp_path_factory.mktemp("attacked"))


def test_the_report_fits_80_columns_and_says_all(project: Path) -> None:
    result = attack(".claude/settings.json")
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    for part in ("By its own patterns and messages", "Score: it stopped ", "Holes, each by", "False alarms, each by"):
        assert part in result.output
    assert "Where it cannot decide:" in lines


def test_the_same_seed_gives_the_same_report(project: Path) -> None:
    first, second = (attack(".claude/settings.json", "--seed", "3", "--format", "json").output for _ in range(2))
    calls = [[it["text"] for it in json.loads(text)["calls"]] for text in (first, second)]
    assert calls[0] == calls[1]
    assert len(calls[0]) <= 24


@pytest.mark.parametrize("ignored", [".claude/", "*.py", ".claude/hooks/node_modules\n.claude/**"])
def test_a_guard_that_git_ignores_is_attacked_all_the_same(project: Path, ignored: str, attacks: Attacks) -> None:
    plain = attacks.report()
    (project / ".git").mkdir()
    (project / ".gitignore").write_text(f"{ignored}\n")
    found = json.loads(attack(".claude/settings.json", "--format", "json").output)
    assert found["score"] == plain["score"]
    assert 0 < found["score"]["stopped"] < found["score"]["dangerous"]


def test_json_has_every_call_with_its_reasons(attacks: Attacks) -> None:
    found = attacks.report("--danger", "deletion")
    assert (found["event"], found["dialect"], found["holds"]) == ("PreToolUse", "claude-code", False)
    assert found["meant"] == {"source": "your choice", "dangers": {"deletion": ["rm", "project", "repository"]}}
    assert all(it["why"] for it in found["calls"])
    assert {it["verdict"] for it in found["calls"]} >= {"stopped", "passed", "false alarm"}
    assert found["holes"][0]["payload"]["tool_input"]["command"] == found["holes"][0]["text"]


def test_each_hole_becomes_a_hook_test_that_fails(project: Path) -> None:
    attack(".claude/settings.json", "--write-tests")
    (path,) = (project / ".claude").glob("*.hooktest.yaml")
    read = read_file(str(path))
    assert not read.problems
    assert any(it.name.startswith("stops ") for it in read.cases)
    assert any(it.name.startswith("leaves alone ") for it in read.cases)
    assert all(it.scratch for it in read.cases)
    result = CliRunner().invoke(hookwright, ["test", str(path)])
    assert result.output.splitlines()[-1] == f"{len(read.cases)} failed"


def test_no_hook_test_is_written_of_what_the_hook_is_not_asked_about(project: Path) -> None:
    settings = project / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace('"Bash"', '"Monitor"'))
    result = attack(".claude/settings.json", "--danger", "deletion", "--write-tests")
    assert "Wrote no hook test for holes that the hook is not asked about (" in result.stderr
    assert not [
        it for path in project.rglob("*.hooktest.yaml") for it in read_file(str(path)).cases if it.tool == "Bash"
    ]


def test_hook_tests_of_files_that_no_danger_has_are_said_to_be_left_out(project: Path) -> None:
    (project / "guard.hooktest.yaml").write_text(_TEST + _FILE_TEST)
    found = json.loads(attack(".claude/settings.json", "--format", "json").output)
    (note,) = (it for it in found["notes"] if it.startswith("not attacked: "))
    assert "`keeps migrations`" in note
    assert "Note: not attacked: `keeps migrations`." in attack(".claude/settings.json").output


def test_words_are_said_to_be_taken_for_a_danger(attacks: Attacks) -> None:
    words = "edits of files below migrations/"
    found = attacks.report("--danger", words)
    (name,) = found["meant"]["dangers"]
    assert [it for it in found["notes"] if it.startswith(f"`{words}` was taken for the danger `{name}`")]
    named = attacks.report("--danger", "deletion")
    assert not [it for it in named["notes"] if "taken for" in it]


def test_the_script_of_a_guard_is_found_in_the_project_or_attacked_alone(project: Path) -> None:
    found = json.loads(attack(".claude/hooks/guard.py", "--format", "json").output)
    assert found["file"] == os.path.join(str(project), ".claude", "settings.json")
    (project / "other.py").write_text(_LEAKS)
    alone = json.loads(attack("other.py", "--format", "json").output)
    assert alone["counts"]["stopped"] > 0


def test_hook_tests_say_what_the_guard_is_meant_to_stop(project: Path) -> None:
    (project / "guard.hooktest.yaml").write_text(_TEST)
    found = json.loads(attack(".claude/settings.json", "--format", "json").output)
    assert found["meant"] == {"source": "its hook tests", "dangers": {"publishing": ["npm"]}}


def test_a_danger_of_the_project(project: Path) -> None:
    folder = project / ".hookwright" / "dangers"
    folder.mkdir(parents=True)
    (folder / "archive.toml").write_text(_DANGER)
    found = json.loads(attack(".claude/settings.json", "--danger", "archive", "--format", "json").output)
    assert "archive purge --all" in [it["text"] for it in found["holes"]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((".claude/settings.json", "--danger", "deletoin"), "did you mean `deletion`"),
        ((".claude/settings.json", "--at", "/hooks/Stop"), "points at nothing"),
    ],
)
def test_what_cannot_be_attacked(project: Path, words: tuple[str, ...], message: str) -> None:
    result = attack(*words)
    assert isinstance(result.exception, UsageError)
    assert message in str(result.exception)


def test_a_hook_that_cannot_refuse_is_no_guard(project: Path) -> None:
    hooks = {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}
    (project / ".claude" / "settings.json").write_text(json.dumps({"hooks": hooks}))
    result = attack(".claude/settings.json")
    assert isinstance(result.exception, UsageError)
    assert "asked about no tool call" in str(result.exception)


def test_a_guard_that_nobody_describes(project: Path) -> None:
    (project / ".claude" / "hooks" / "guard.py").write_text("import sys\n")
    result = attack(".claude/settings.json")
    assert isinstance(result.exception, UsageError)
    assert "Nothing says what this guard is meant to stop" in str(result.exception)
