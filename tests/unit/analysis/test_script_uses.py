"""Tests of `hookwright.analysis.script_uses`: which scripts count, and which hooks each of them has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import script_runs, script_subjects
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.scripts.effects import Language
from hookwright.scripts.library import ScriptLibrary

SETTINGS = ".claude/settings.json"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("guard.sh", "tool", "dist/built.sh", "node_modules/x/y.sh", "../outside.sh"):
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
    (tmp_path / "project" / "link.sh").symlink_to("guard.sh")
    (tmp_path / "project" / "leads-out.sh").symlink_to("../outside.sh")
    return tmp_path / "project"


def subjects(project: Path, files: Mapping[tuple[str, str, Scope], str]) -> tuple[ScriptSubject, ...]:
    """The scripts of hook files, whose texts are by path, dialect and scope."""
    disk = RealDisk(str(project.parent))
    read = [
        read_hook_file(str(project / path), text, by_id(dialect), scope)
        for (path, dialect, scope), text in files.items()
    ]
    runs = [run for it in read for run in script_runs(Subject(it, str(project), disk))]
    return script_subjects(runs, ScriptLibrary(), disk)


def settings(*commands: str, event: str = "PreToolUse") -> str:
    hooks = [{"type": "command", "command": it} for it in commands]
    return json.dumps({"hooks": {event: [{"hooks": hooks}]}})


def found(project: Path, text: str, scope: Scope = Scope.PROJECT) -> list[str]:
    return [
        str(Path(it.path).relative_to(project)) for it in subjects(project, {(SETTINGS, "claude-code", scope): text})
    ]


def test_scripts_of_the_project_count(project: Path) -> None:
    text = settings("./guard.sh", "bash tool", "bash dist/built.sh", "bash node_modules/x/y.sh", "bash ../outside.sh")
    assert found(project, text) == ["guard.sh"]
    assert found(project, settings("./missing.sh", "./leads-out.sh", "./tool")) == ["tool"]


def test_a_link_is_the_file_that_it_leads_to(project: Path) -> None:
    (it,) = subjects(project, {(SETTINGS, "claude-code", Scope.PROJECT): settings("./link.sh", "./guard.sh a $B")})
    assert it.path == str(project / "guard.sh")
    assert [(use.route[-2], use.arguments) for use in it.uses] == [(0, ()), (1, ("a", None))]


def test_a_script_has_the_hooks_of_all_files(project: Path) -> None:
    cursor = json.dumps({"version": 1, "hooks": {"stop": [{"command": "bash guard.sh"}]}})
    files = {
        (SETTINGS, "claude-code", Scope.PROJECT): settings("$CLAUDE_PROJECT_DIR/guard.sh"),
        (".claude/settings.local.json", "claude-code", Scope.LOCAL): settings("sh guard.sh", event="Stop"),
        (".cursor/hooks.json", "cursor", Scope.PROJECT): cursor,
    }
    (it,) = subjects(project, files)
    assert it.script.language is Language.SHELL
    assert it.named(it.uses) == "`PreToolUse` of Claude Code, `Stop` of Claude Code and `stop` of Cursor"
    (again,) = subjects(project, dict(reversed(files.items())))
    assert [use.file.path for use in again.uses] == [use.file.path for use in it.uses]


def test_the_same_file_given_twice_counts_once(project: Path) -> None:
    disk = RealDisk("/nobody")
    text = settings("./guard.sh")
    files = [read_hook_file(str(project / SETTINGS), text, by_id("claude-code"), Scope.PROJECT) for _ in range(2)]
    runs = [run for it in files for run in script_runs(Subject(it, str(project), disk))]
    (it,) = script_subjects(runs, ScriptLibrary(), disk)
    assert len(it.uses) == 1


def test_hooks_on_events_that_nobody_knows_are_left_out(project: Path) -> None:
    assert not found(project, settings("./guard.sh", event="PreTool"))


def test_what_is_in_the_home_folder_is_the_users(project: Path) -> None:
    text = settings("bash ~/outside.sh", f"bash {project}/guard.sh")
    assert found(project, text) == ["guard.sh"]
    files = {("../.claude/settings.json", "claude-code", Scope.USER): text}
    assert [Path(it.path).name for it in subjects(project, files)] == ["outside.sh", "guard.sh"]


def test_modules_of_python_are_files_of_the_project(project: Path) -> None:
    for name in ("hooks/guard.py", "hooks/tool/__main__.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("pass\n")
    text = settings("python3 -m hooks.guard", "uv run -m hooks.tool", "python3 -m json.tool")
    assert found(project, text) == ["hooks/guard.py", "hooks/tool/__main__.py"]


def test_commands_for_other_systems_count(project: Path) -> None:
    hook = {"type": "command", "command": "sh guard.sh", "osx": "sh ./tool", "powershell": "sh link.sh"}
    text = json.dumps({"hooks": {"PreToolUse": [hook]}})
    scripts = subjects(project, {(".github/hooks/x.json", "vscode", Scope.PROJECT): text})
    assert [Path(it.path).name for it in scripts] == ["guard.sh", "tool"]


def test_a_script_that_a_hook_changes_is_left_out(project: Path) -> None:
    assert not found(project, settings("./guard.sh", "./guard.sh | cat"))


def test_a_hook_that_ends_with_0_blocks_nothing(project: Path) -> None:
    (it,) = subjects(project, {(SETTINGS, "claude-code", Scope.PROJECT): settings("./guard.sh", "./guard.sh || true")})
    assert [use.blocking_code for use in it.uses] == [2, None]


def test_a_copy_in_a_home_folder_is_the_script_of_the_project(project: Path) -> None:
    (project / ".claude/hooks").mkdir(parents=True)
    (project / ".claude/hooks/mine.sh").write_text("#!/bin/sh\n")
    for command in ("~/.claude/hooks/mine.sh", "bash /Users/kim/src/project/.claude/hooks/mine.sh"):
        assert found(project, settings(command)) == [".claude/hooks/mine.sh"]
    assert not found(project, settings("~/guard.sh"))
    assert not found(project, settings("~/.claude/hooks/mine.sh"), Scope.PLUGIN)
