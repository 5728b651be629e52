"""Rules that are silenced by an action say nothing any more where it says so, and go on elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings.file import read_settings
from hookwright.analysis.suppression import judge
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.ide.actions.code_actions import Action
from hookwright.ide.actions.silence_rule import silence_rule_actions
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply

_HOOKS = (
    '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "$CLAUDE_PROJECT_DIR/no.sh"},'
    ' {"type": "command", "command": "$CLAUDE_PROJECT_DIR/nor.sh"}]}]}}'
)
_COMMENTED = '// ours\n{\n\t"rules": { "HW501": "error", },  // all\n\t"ignore": [],\n}\n'


def hook_file(folder: Path, name: str = ".claude/settings.json", scope: Scope = Scope.PROJECT) -> HookFile:
    return read_hook_file(str(folder / name), _HOOKS, by_id("claude-code"), scope)


def found_in(file: HookFile, folder: Path, settings: str) -> list[Diagnostic]:
    read = read_settings(settings, str(folder))
    assert read.diagnostics == (), settings
    found = judge(Subject(file, str(folder), RealDisk(str(folder))), read.settings).diagnostics
    return [it for it in found if it.rule.name in ("script-not-found", "syntax-error")]


def settings_after(action: Action, before: str | None) -> str:
    assert action.settings is not None
    if action.settings.create is not None:
        assert before is None
        return action.settings.create
    return apply(before or "", action.settings.edits)


def actions(file: HookFile, folder: Path, settings: str | None) -> dict[str, Action]:
    """The actions for what is found in the first hook, by their titles."""
    found = found_in(file, folder, settings or "{}")
    return {it.title: it for it in silence_rule_actions(file, found[:1], str(folder / "hookwright.json"), settings)}


@pytest.mark.parametrize(
    "settings",
    [
        None,
        "{}",
        _COMMENTED,
        '{"ignore": [{"rule": "HW503"}]}',
        '{"rules": {"script-not-found": "hint"}}',
        '{"exclude": ["x"]}',
    ],
)
@pytest.mark.parametrize(("where", "left"), [("here", 1), ("in this file", 0), ("in this project", 0)])
@pytest.mark.parametrize("name", [".claude/settings.json", ".claude/od[d]*{a,b}\\!.json"])
def test_it_is_silent_where_it_was_told_to_be(
    tmp_path: Path, settings: str | None, where: str, left: int, name: str
) -> None:
    file = hook_file(tmp_path, name)

    after = settings_after(actions(file, tmp_path, settings)[f"Ignore `script-not-found` {where}"], settings)

    assert len(found_in(file, tmp_path, settings or "{}")) == 2
    assert len(found_in(file, tmp_path, after)) == left
    other = hook_file(tmp_path, ".claude/settings.local.json")
    assert len(found_in(other, tmp_path, after)) == (0 if where == "in this project" else 2)


def test_every_other_byte_of_the_settings_stays(tmp_path: Path) -> None:
    found = actions(hook_file(tmp_path), tmp_path, _COMMENTED)

    assert settings_after(found["Ignore `script-not-found` in this project"], _COMMENTED) == _COMMENTED.replace(
        '"error"', '"off"'
    )
    entry = '{ "rule": "script-not-found", "file": ".claude/settings.json" }'
    kept = settings_after(found["Ignore `script-not-found` in this file"], _COMMENTED)
    assert kept.replace(" ", "").replace("\n", "").replace("\t", "") == _COMMENTED.replace("[]", f"[{entry}]").replace(
        " ", ""
    ).replace("\n", "").replace("\t", "")


@pytest.mark.parametrize("settings", ["", "[]", '{"rules"', '{"rules": [], "ignore": {}}'])
def test_settings_that_are_not_understood_are_left_alone(tmp_path: Path, settings: str) -> None:
    file = hook_file(tmp_path)
    found = judge(Subject(file, str(tmp_path), RealDisk(str(tmp_path))), read_settings("{}", "").settings).diagnostics

    assert list(silence_rule_actions(file, found, str(tmp_path / "hookwright.json"), settings)) == []


def test_a_users_own_file_is_no_projects(tmp_path: Path) -> None:
    found = found_in(hook_file(tmp_path), tmp_path, "{}")[:1]
    users = hook_file(tmp_path, scope=Scope.USER)
    titles = [it.title for it in silence_rule_actions(users, found, str(tmp_path / "hookwright.json"), None)]

    assert titles == ["Ignore `script-not-found` here", "Ignore `script-not-found` in this file"]


def test_settings_elsewhere_can_only_say_it_of_the_project(tmp_path: Path) -> None:
    found = actions(hook_file(tmp_path.parent / "elsewhere"), tmp_path, "{}")

    assert list(found) == ["Ignore `script-not-found` in this project"]


def test_what_is_no_json_cannot_be_silenced(tmp_path: Path) -> None:
    file = read_hook_file(str(tmp_path / "a.json"), '{"hooks": {', by_id("claude-code"), Scope.PROJECT)
    found = found_in(file, tmp_path, "{}")

    assert [it.rule.name for it in found] == ["syntax-error"]
    assert list(silence_rule_actions(file, found, str(tmp_path / "hookwright.json"), None)) == []
