from __future__ import annotations

import pytest
from tests.unit.files import command, group, hook_file

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.errors import UsageError
from hookwright.model.hook import Scope
from hookwright.workflows.target import offset_of_line, target_at

FILE = hook_file(
    {
        "PreToolUse": [group(command("one"), command("two"), matcher="FileWriter"), group(command("three"))],
        "UserPromptSubmit": [group(command("four"))],
    }
)


def bodies(file: HookFile, at: str | int) -> list[str]:
    return [it.body for it in target_at(file, at).hooks]


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("/hooks/PreToolUse/0/hooks/1", ["two"]),
        ("/hooks/PreToolUse/0/hooks/1/command", ["two"]),
        ("/hooks/PreToolUse/0/hooks", ["one", "two"]),
        ("/hooks/PreToolUse/0", ["one", "two"]),
        ("/hooks/PreToolUse/0/matcher", ["one", "two"]),
        ("/hooks/PreToolUse", ["one", "two", "three"]),
    ],
)
def test_by_pointer(pointer: str, found: list[str]) -> None:
    assert bodies(FILE, pointer) == found


@pytest.mark.parametrize(
    ("piece", "found"),
    [
        ('"two"', ["two"]),
        ('"FileWriter"', ["one", "two"]),
        ('"PreToolUse"', ["one", "two", "three"]),
        ('"UserPromptSubmit"', ["four"]),
    ],
)
def test_by_offset_and_by_line(piece: str, found: list[str]) -> None:
    offset = FILE.tree.text.index(piece)
    line = FILE.tree.lines.position(offset).line
    assert bodies(FILE, offset + 2) == found
    assert bodies(FILE, offset_of_line(FILE, line)) == found
    assert bodies(FILE, FILE.tree.lines.line_start(line)) == found


def test_several_events_at_once_are_refused() -> None:
    with pytest.raises(UsageError, match="point at one of `/hooks/PreToolUse`, `/hooks/UserPromptSubmit`"):
        target_at(FILE, "/hooks")


def test_a_pointer_to_nothing() -> None:
    with pytest.raises(UsageError, match="`/hooks/Stop` points at nothing"):
        target_at(FILE, "/hooks/Stop")


def test_why_nothing_can_be_run_there_is_said() -> None:
    file = hook_file({"PreToolUse": [group({"type": "command"})]})
    with pytest.raises(UsageError, match="`command` is missing"):
        target_at(file, "/hooks/PreToolUse/0/hooks/0")


def test_a_document_in_the_middle_of_an_edit_is_not_run() -> None:
    text = FILE.tree.text[:-3]
    file = read_hook_file("/p/settings.json", text, by_id("ai-agents"), Scope.PROJECT)
    with pytest.raises(UsageError, match="not valid JSON"):
        target_at(file, "/hooks/PreToolUse/0")
