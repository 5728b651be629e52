"""`hookwright add` as somebody runs it, and then the commands that it names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.cli.adding import files, run

from hookwright.dialects import by_id, written
from hookwright.guards.helpers import HELPERS, helper_row
from hookwright.guards.library import GUARDS
from hookwright.model.dialect import Dialect

ALL = tuple(it.name for it in GUARDS)


@pytest.mark.parametrize("dialect", written(), ids=lambda it: it.id)
@pytest.mark.timeout(300)
@pytest.mark.sweep
def test_every_guard_works_for_every_agent(project: Path, dialect: Dialect) -> None:
    agent = dialect.id
    helpers = [it.name for it in HELPERS if helper_row(by_id(agent), it) is not None]

    added = run("add", *ALL, *helpers, "--agent", agent)

    assert (added.exit_code, added.stderr) == (0, "")
    checked = run("check", "--fail-on", "hint")
    assert checked.stdout.startswith("no problems in 1 hook file "), checked.output
    tested = run("test")
    assert tested.exit_code == 0, tested.output
    before = files(project)
    again = run("add", *ALL, *helpers, "--agent", agent)
    assert (again.exit_code, again.stdout) == (0, "nothing to add: everything is already there\n")
    assert files(project) == before


def test_without_a_name_everything_is_listed_with_what_it_does_not_stop(project: Path) -> None:
    listed = run("add")
    assert listed.exit_code == 0
    for it in (*GUARDS, *HELPERS):
        assert f"\n{it.name} " in f"\n{listed.stdout}", it.name
    assert listed.stdout.count(" does not stop: ") == len(GUARDS)
    assert listed.stdout.count(" does not cover: ") == len(HELPERS)
    assert listed.stdout.count(" calls of an attack ") == len(GUARDS)
    assert "cc-safety-net" in listed.stdout
    assert files(project) == {}
    assert "tests-before-stop" not in run("add", "--agent", "cursor").stdout


def test_rules_are_added_to_a_guard_that_people_have_edited(project: Path) -> None:
    assert run("init").exit_code == 0
    guard = project / ".claude" / "hooks" / "guard.py"
    guard.write_text(guard.read_text().replace("    history,\n", "    # history,  we rebase a lot\n"))

    added = run("add", "publishing", "secrets")

    assert added.exit_code == 0, added.output
    assert added.stdout.splitlines()[:2] == [
        "wrote .claude/hooks/guard_rules/publishing.py",
        "wrote .claude/hooks/guard_rules/secrets.py",
    ]
    text = guard.read_text()
    assert "    from guard_rules import deletion, downloads, history, publishing, secrets\n" in text
    assert "    deletion,\n    # history,  we rebase a lot\n    downloads,\n    publishing,\n    secrets,\n)\n" in text
    groups = json.loads((project / ".claude" / "settings.json").read_text())["hooks"]["PreToolUse"]
    assert [set(it["matcher"].split("|")) for it in groups] == [
        {"Bash", "Monitor", "PowerShell"},
        {"Read", "Grep", "Edit", "Write", "NotebookEdit"},
    ]
    tested = run("test")
    # What the user switched off is tested still, and the test says so.
    failed = [it for it in tested.stdout.splitlines() if "✗" in it]
    assert [it.partition(":")[0].strip() for it in failed] == ["✗ history refuses", "✗ history refuses"]


@pytest.mark.parametrize(
    ("matcher", "lacking"),
    [
        ("Bash|Monitor|PowerShell|Edit|Write", {"Read", "Grep", "NotebookEdit"}),
        ("Bash|Monitor|PowerShell|Read|Grep|Edit|Write|NotebookEdit", set()),
        ("*", set()),
        (".*", set()),
        # What runs for `Bash` runs for `Monitor`, too.
        ("Bash", {"PowerShell", "Read", "Grep", "Edit", "Write", "NotebookEdit"}),
    ],
)
def test_a_guard_is_asked_once_about_each_tool(project: Path, matcher: str, lacking: set[str]) -> None:
    assert run("init").exit_code == 0
    settings = project / ".claude" / "settings.json"
    text = json.loads(settings.read_text())
    (group,) = text["hooks"]["PreToolUse"]
    group["matcher"] = matcher
    settings.write_text(json.dumps(text, indent=2))

    assert run("add", "protected").exit_code == 0

    first, *others = json.loads(settings.read_text())["hooks"]["PreToolUse"]
    assert first == group
    assert all(it["hooks"] == group["hooks"] for it in others)
    names = [name for it in others for name in it["matcher"].split("|")]
    assert (set(names), len(names)) == (lacking, len(lacking))
    assert run("test").exit_code == 0
    assert run("add", "protected").stdout == "nothing to add: everything is already there\n"


def test_a_hook_with_a_condition_does_not_count_as_the_guard(project: Path) -> None:
    assert run("init").exit_code == 0
    settings = project / ".claude" / "settings.json"
    text = json.loads(settings.read_text())
    text["hooks"]["PreToolUse"][0]["hooks"][0]["if"] = "Bash(git *)"
    settings.write_text(json.dumps(text))
    assert run("add", "deletion").exit_code == 0
    groups = json.loads(settings.read_text())["hooks"]["PreToolUse"]
    assert [it["hooks"][0].get("if") for it in groups] == ["Bash(git *)", None]


def test_settings_with_hooks_keep_every_byte(project: Path) -> None:
    settings = project / ".claude" / "settings.json"
    settings.parent.mkdir()
    group = '{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}'
    before = f'{{\n\t"hooks": {{\n\t\t"PreToolUse": [\n\t\t\t{group}\n\t\t],\n\t\t"Stop": []\n\t}}\n}}\n'
    settings.write_text(before)

    assert run("add", "deletion").exit_code == 0

    after = settings.read_text()
    start = before.index("\n\t\t],")
    assert after.startswith(before[:start])
    assert after.endswith(before[start:])
    assert run("test").exit_code == 0


def test_a_command_of_an_older_version_gets_its_ending_in_its_place(project: Path) -> None:
    assert run("add", "deletion").exit_code == 0
    settings = project / ".claude" / "settings.json"
    new = settings.read_text()
    settings.write_text(new.replace(" || exit 2", ""))
    assert settings.read_text() != new

    assert run("add", "deletion").exit_code == 0
    assert settings.read_text() == new

    settings.write_text(new.replace(" || exit 2", " || true"))
    assert run("add", "deletion").exit_code == 0
    commands = [it["hooks"][0]["command"] for it in json.loads(settings.read_text())["hooks"]["PreToolUse"]]
    assert [it.partition(" || ")[2] for it in commands] == ["true", "exit 2"]


def test_a_rule_with_lists_of_the_user_is_kept(project: Path) -> None:
    assert run("add", "protected").exit_code == 0
    rule = project / ".claude" / "hooks" / "guard_rules" / "protected.py"
    rule.write_text(rule.read_text().replace('BRANCHES = ("main", "master")', 'BRANCHES = ("trunk",)'))
    added = run("add", "protected", "history")
    assert added.exit_code == 0
    assert "kept .claude/hooks/guard_rules/protected.py, which was changed\n" in added.stdout
    assert '"trunk"' in rule.read_text()


@pytest.mark.parametrize(
    ("there", "after"),
    [
        (None, "__pycache__/\n"),
        ("*.log", "*.log\n__pycache__/\n"),
        ("*.log\n__pycache__/\n", "*.log\n__pycache__/\n"),
    ],
)
def test_git_is_offered_nothing_that_python_compiles(project: Path, there: str | None, after: str) -> None:
    ignored = project / ".claude" / "hooks" / ".gitignore"
    if there is not None:
        ignored.parent.mkdir(parents=True)
        ignored.write_text(there)
    assert run("add", "deletion").exit_code == 0
    assert ignored.read_text() == after
    assert run("add", "deletion").stdout == "nothing to add: everything is already there\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".claude/settings.json", "{"),
        (".claude/settings.json", '{"hooks": []}'),
        (".claude/hooks/guard.py", "print(1)\n"),
        (".claude/hooks/guard.py", "RULES = (\n"),
        (".claude/hooks/hook_event.py", ""),
        (".claude/hooks/shell_reader/words.py", "# mine\n"),
    ],
)
def test_what_nothing_can_be_added_to_stays_and_nothing_is_written(project: Path, path: str, text: str) -> None:
    (project / path).parent.mkdir(parents=True)
    (project / path).write_text(text)
    added = run("add", "deletion")
    assert added.exit_code != 0
    assert f"`{path}` exists and is not as hookwright writes it, so nothing was written" in str(added.exception)
    assert files(project) == {path: text}


def test_a_folder_may_come_last(project: Path) -> None:
    (project / "new").mkdir()
    assert run("add", "deletion", "new").exit_code == 0
    assert (project / "new" / ".claude" / "hooks" / "guard.py").is_file()
    wrong = run("add", "deletions")
    assert "There is no guard or helper called `deletions`: did you mean `deletion`?" in str(wrong.exception)


def test_a_link_leads_nothing_out_of_the_project(project: Path) -> None:
    (project.parent / "home").mkdir()
    (project / ".claude").symlink_to(project.parent / "home")
    added = run("add", "deletion")
    assert "would be outside the project" in str(added.exception)
    assert files(project.parent / "home") == {}
