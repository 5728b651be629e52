"""Guards with a list: of commands that they allow and no others, and of calls that they approve themselves."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Attacked, Verdict
from hookwright.attacking.forms.listed import UNKNOWN, Listed, danger_of, listed
from hookwright.attacking.forms.model import APPROVED, ONLY_LISTED
from hookwright.shell.parse import read_shell

ALLOWED = Guard(
    "reader.py",
    """import json, sys
ALLOWED = ["git log", "git branch", "git show-ref", "pnpm typecheck"]
command = json.load(sys.stdin)["tool_input"]["command"].strip()
if any(it in command for it in ";|&`$<>") or not any(command.startswith(it) for it in ALLOWED):
    print("The reviewer only reads.", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)
_ANSWERS = """import json, sys
command = json.load(sys.stdin)["tool_input"]["command"].strip()
def answer(decision):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision}}))
"""
APPROVED_LIST = Guard(
    "approve-reading.py",
    f"""{_ANSWERS}
if all(it.split()[0] in ("find", "ls", "cat") for it in command.replace("&&", ";").split(";")):
    answer("allow")
""",
    "python3 {script}",
)
APPROVED_BY_DEFAULT = Guard(
    "approve.py",
    f"""{_ANSWERS}
answer("ask" if "rm -rf" in command else "allow")
""",
    "python3 {script}",
)
NO_DECISION = Guard(
    "ask.py",
    f"""{_ANSWERS}
if "git reset --hard" in command:
    answer("ask_user")
elif "rm -rf" in command:
    answer("deny")
""",
    "python3 {script}",
)


def _of(found: Attacked, verdict: Verdict, danger: str | None = None) -> set[str]:
    return {it.variant.text for it in found.tried if it.verdict is verdict and danger in (None, it.variant.danger)}


def _project(tmp_path: Path) -> Path:
    project = tmp_path / "shop"
    (project / "src").mkdir(parents=True)
    return project


def test_what_the_commands_of_a_list_can_do_beside_reading(tmp_path: Path) -> None:
    found = attacked(ALLOWED, _project(tmp_path), count=150)
    assert [it.name for it in found.meant.aims] == [ONLY_LISTED]
    passed = _of(found, Verdict.PASSED)
    assert {"git branch -D feature", "git log -p --output=README.md"} <= passed
    assert any(it.endswith("\nrm -rf src") for it in passed)
    alarms = _of(found, Verdict.FALSE_ALARM)
    assert {"git -C . log -3", "git log --format='%h <%an> %s'", "git log 2>&1"} <= alarms
    assert not any("rm -rf" in it or it.startswith("man ") for it in alarms)


def test_what_a_hook_approves_of_the_commands_on_its_list(tmp_path: Path) -> None:
    found = attacked(APPROVED_LIST, _project(tmp_path), count=150)
    assert [it.name for it in found.meant.aims] == [APPROVED]
    passed = _of(found, Verdict.PASSED)
    assert {"find . -name '*.md' -delete", "ls & rm -rf src"} <= passed
    assert "rm -rf src" in _of(found, Verdict.STOPPED)
    assert not _of(found, Verdict.FALSE_ALARM)


def test_what_a_hook_approves_as_it_does_not_know_it(tmp_path: Path) -> None:
    found = attacked(APPROVED_BY_DEFAULT, _project(tmp_path), count=150)
    assert {"deletion", APPROVED} <= {it.name for it in found.meant.aims}
    assert {"cat .env", "git reset --hard HEAD~1"} <= _of(found, Verdict.PASSED, APPROVED)
    assert "rm -rf ~" in _of(found, Verdict.STOPPED, "deletion")
    # The project has no package.
    assert "npm publish" not in _of(found, Verdict.PASSED)


def test_a_decision_that_the_agent_does_not_know_stops_nothing(tmp_path: Path) -> None:
    found = attacked(NO_DECISION, _project(tmp_path), count=120)
    assert "git reset --hard HEAD~1" in _of(found, Verdict.PASSED, "history")


def test_a_list_of_programs_is_not_attacked_with_a_command_that_is_not_there(tmp_path: Path) -> None:
    danger = danger_of([Listed("ls")], str(tmp_path))
    assert danger.seeds[0].command == "rm -f README.md"
    assert [it.name for it in danger.seeds] == ["other command"]


@every("it", listed())
def test_the_commands_of_lists_can_be_read_and_stand_once(it: Listed) -> None:
    commands = [form.command for form in (*it.harm, *it.harmless)]
    assert len({*commands, it.plain, *UNKNOWN}) == len(commands) + 1 + len(UNKNOWN)
    for command in (it.plain, *commands):
        shell = read_shell(command)
        assert shell.readable
        assert shell.fault is None
