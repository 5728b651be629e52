"""A guard that a file opens, such as one that says that the tests passed, is asked who may write the file, and when."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.texts.openers import Where, contents, is_about_checks, state_files

_OF_SHELL = """#!/bin/bash
# The tests must pass first.
STATE="$CLAUDE_PROJECT_DIR/.state/tests-passed"
command=$(jq -r .tool_input.command)
[[ $command == *"git commit"* ]] || exit 0
CHECK
exit 2
"""
_OF_PYTHON = """import json, os, subprocess, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if "git push" not in command:
    sys.exit(0)
head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
try:
    review = json.load(open(os.path.join(os.environ["CLAUDE_PROJECT_DIR"], ".state", "review.json")))
except (OSError, ValueError):
    sys.exit(2)
sys.exit(0 if review.get("commit") == head and review.get("verdict") == "approved" else 2)
"""


def _project(folder: Path) -> Path:
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "app.ts").write_text("let a = 1\n")
    for words in ("init -q -b main", "add .", "-c user.name=a -c user.email=a@b.c commit -q -m one"):
        subprocess.run(["git", "-C", str(folder), *words.split()], check=True)
    return folder


def _faults(guard: Guard, project: Path) -> dict[str, bool]:
    """What was asked about the file of the gate, and whether it is a fault."""
    found = attacked(guard, _project(project), count=20)
    return {it.name: it.is_fault for it in found.circumstances if ".state" in it.name}


def test_whoever_writes_the_file_opens_the_gate(tmp_path: Path) -> None:
    guard = Guard("gate.sh", _OF_SHELL.replace("CHECK", '[ -f "$STATE" ] && exit 0'), "bash {script}")
    assert _faults(guard, tmp_path / "shop") == {
        "Write of `.state/tests-passed`": True,
        "`mkdir -p .state && touch .state/tests-passed`": True,
        "`.state/tests-passed` is 30 days old": True,
        "`src/app.ts` was changed after `.state/tests-passed`": True,
    }


def test_a_gate_that_looks_at_the_time_and_at_changes_is_not_opened_by_an_old_file(tmp_path: Path) -> None:
    check = '[ -f "$STATE" ] && [ -z "$(find src "$STATE" -newer "$STATE")" ] && [ -n "$(find "$STATE" -mmin -60)" ]'
    guard = Guard("gate.sh", _OF_SHELL.replace("CHECK", f"{check} && exit 0"), "bash {script}")
    faults = _faults(guard, tmp_path / "shop")
    assert faults["`.state/tests-passed` is 30 days old"] is False
    assert faults["`src/app.ts` was changed after `.state/tests-passed`"] is False


def test_a_guard_that_lets_the_second_try_pass_is_not_opened_by_a_file(tmp_path: Path) -> None:
    check = 'mkdir "$CLAUDE_PROJECT_DIR/.git/${#command}" 2>/dev/null || exit 0'
    assert _faults(Guard("twice.sh", _OF_SHELL.replace("CHECK", check), "bash {script}"), tmp_path / "shop") == {}


def test_the_text_of_the_file_is_found_and_has_no_more_than_it_needs(tmp_path: Path) -> None:
    faults = _faults(Guard("gate.py", _OF_PYTHON, "python3 {script}"), tmp_path / "shop")
    (command,) = (it for it in faults if "printf" in it and faults[it])
    assert '"verdict": "approved"' in command
    assert len(json.loads(command.partition("'")[2].partition("'")[0])) == 2
    assert not any("old" in it or "changed" in it for it in faults)


@every(
    ("text", "path"),
    [
        ('STATE="$CLAUDE_PROJECT_DIR/.claude/state/ok"\n[ -f "$STATE" ]', ".claude/state/ok"),
        ('marker="$(dirname "$0")/../state/review.json"', ".claude/state/review.json"),
        ('os.path.join(root, ".claude", "verified.json")', ".claude/verified.json"),
        ('os.path.join(os.environ.get("ROOT", "."), ".reviews", branch + ".json")', ".reviews/fix-menu.json"),
        ('ROOT / ".claude" / "tests-passed"', ".claude/tests-passed"),
        ("const file = `.claude/review-${branch}.json`", ".claude/review-fix-menu.json"),
        ("fs.existsSync('.verified')", ".verified"),
    ],
)
def test_the_text_names_the_file(text: str, path: str) -> None:
    assert path in state_files([text], [".claude/hooks/gate.sh"], "fix/menu")


def test_the_folder_of_a_file_is_none() -> None:
    assert state_files(['mkdir -p .state; touch ".state/ok"; test -e ".state"'], [], "main") == [".state/ok"]


@every("text", ["source /usr/lib/x.sh", "exec python3 tools/gate.py", "curl https://example.com", "payload.tool_input"])
def test_what_is_no_file_of_a_gate(text: str) -> None:
    assert state_files([text], [".claude/hooks/gate.sh"], "main") == []


def test_the_file_may_be_empty_or_name_the_commit_or_be_an_object() -> None:
    found = contents(
        ['if state.get("result") == "green" and state["sha"] == head and state["at"] > 7:'], Where("abc", "main", 9.0)
    )
    assert found[:2] == ["", "abc\n"]
    objects = [json.loads(it) for it in found if it.startswith("{")]
    assert {(it["result"], it["sha"], it["at"]) for it in objects} >= {("green", "abc", 9), ("green", "abc", 9000)}


def test_only_some_gates_are_about_checks() -> None:
    assert is_about_checks(["run the tests first"])
    assert not is_about_checks(["ask the user"])
