"""Tests of `hookwright add` where files of an older version are: which are replaced, and which stay."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.cli.adding import files, run

from hookwright.guards import event_file, library, plan


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Has hookwright write older files, until it is called."""
    mine = {module: module.text_of for module in (library, plan, event_file)}

    def text_of(path: str) -> str:
        older = library_text(path)
        return older.replace('"""\n', '"""\n# As of an older version.\n', 1) if path.endswith(".py") else older

    library_text = library.text_of
    for module in mine:
        monkeypatch.setattr(module, "text_of", text_of)

    def become_new() -> None:
        for module, it in mine.items():
            monkeypatch.setattr(module, "text_of", it)

    return become_new


def test_files_of_an_older_version_are_replaced_where_nobody_has_changed_them(
    project: Path, older: Callable[[], None]
) -> None:
    assert run("add", "deletion", "history").exit_code == 0
    hooks = project / ".claude" / "hooks"
    assert "# As of an older version.\n" in (hooks / "shell_reader" / "words.py").read_text()
    older()

    added = run("add", "secrets")

    assert (added.exit_code, added.stderr) == (0, ""), added.output
    assert "updated .claude/hooks/guard_rules (" in added.stdout
    assert "updated .claude/hooks/shell_reader (" in added.stdout
    assert not [it for it, text in files(project).items() if "# As of an older version.\n" in text]
    assert "RULES = (\n    deletion,\n    history,\n    secrets,\n)" in (hooks / "guard.py").read_text()
    assert run("test").exit_code == 0
    before = files(project)
    assert run("add", "deletion", "history", "secrets").stdout == "nothing to add: everything is already there\n"
    assert files(project) == before
    (project / "fresh").mkdir()
    assert run("add", "deletion", "history", "secrets", "fresh").exit_code == 0
    fresh = {it.removeprefix("fresh/"): text for it, text in files(project).items() if it.startswith("fresh/")}
    for it in before:
        if it.endswith((".py", "written.txt")):
            assert before[it] == fresh[it], it


def test_the_lists_that_people_have_changed_stay_in_newer_files(project: Path, older: Callable[[], None]) -> None:
    assert run("add", "protected", "history").exit_code == 0
    hooks = project / ".claude" / "hooks"
    rule, guard = hooks / "guard_rules" / "protected.py", hooks / "guard.py"
    rule.write_text(rule.read_text().replace('BRANCHES = ("main", "master")', 'BRANCHES = (\n    "trunk",  # ours\n)'))
    guard.write_text(guard.read_text().replace("    history,\n", "    # history,  we rebase a lot\n"))
    older()

    assert run("add", "deletion").exit_code == 0

    assert 'BRANCHES = (\n    "trunk",  # ours\n)\n' in rule.read_text()
    assert "    # history,  we rebase a lot\n    protected,\n    deletion,\n)" in guard.read_text()
    assert not [it for it, text in files(project).items() if "# As of an older version.\n" in text]
    event = {"tool_name": "Bash", "tool_input": {"command": "git push origin trunk"}, "cwd": str(project)}
    told = subprocess.run([sys.executable, guard], input=json.dumps(event), text=True, capture_output=True, check=False)
    assert (told.returncode, "trunk" in told.stderr) == (2, True)


@pytest.mark.parametrize("path", ["guard_rules/history.py", "guard.py", "shell_reader/words.py", "hook_event.py"])
def test_older_files_stay_where_one_of_them_was_changed(project: Path, older: Callable[[], None], path: str) -> None:
    assert run("add", "deletion", "history").exit_code == 0
    changed = project / ".claude" / "hooks" / path
    changed.write_text(changed.read_text() + "\nMINE = 1\n")
    older()
    before = files(project)
    added = run("add", "secrets")
    assert f"`.claude/hooks/{path}` exists and is not as hookwright writes it" in str(added.exception)
    assert files(project) == before


def test_what_was_changed_in_this_version_stays_so_in_the_next(project: Path) -> None:
    assert run("add", "deletion").exit_code == 0
    rule = project / ".claude" / "hooks" / "guard_rules" / "deletion.py"
    rule.write_text(rule.read_text() + "\nMINE = 1\n")
    for it in ("deletion", "history"):
        added = run("add", it)
        assert added.exit_code == 0, added.output
    assert rule.read_text().endswith("MINE = 1\n")
    assert "kept .claude/hooks/guard_rules/deletion.py" in run("add", "deletion", "secrets").stdout
