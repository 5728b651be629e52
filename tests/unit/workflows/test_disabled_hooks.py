"""A hook that is disabled and enabled again leaves its file as it was, byte for byte."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.errors import UnreadableInput
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply
from hookwright.text import to_pointer
from hookwright.workflows.disabled_hooks.edits import DisabledHook, can_disable, disable, enable, is_back
from hookwright.workflows.disabled_hooks.store import (
    add_disabled,
    drop_disabled,
    drop_restored,
    read_disabled,
    store_path,
    write_disabled,
)

EXAMPLES = Path(__file__).parents[3] / "examples"
_FILES = {
    "ai-agents": "ai-agents/.ai_agents/settings.json",
    "agent-spec": "agent-spec/.agent/settings.json",
    "clawdcode": "clawdcode/.clawdcode/settings.json",
    "open-plugin": "open-plugin/hooks/hooks.json",
}
_HOOKS = {
    "PreToolUse": [
        {"matcher": "Bash", "hooks": [{"type": "command", "command": it} for it in ("one", "two", "three")]},
        {"hooks": [{"command": 'grüße 😀 \\ "x"', "type": "command", "timeout": 5}]},
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "four"}]}],
}


def file_of(text: str, dialect: str = "claude-code") -> HookFile:
    return read_hook_file("/p/settings.json", text, by_id(dialect), Scope.PROJECT)


def layouts() -> Iterator[tuple[str, str]]:
    for dialect, path in _FILES.items():
        yield dialect, (EXAMPLES / path).read_text(encoding="utf-8")
    for indent in (None, 2, "\t"):
        text = json.dumps({"model": "opus", "hooks": _HOOKS, "env": {}}, indent=indent, ensure_ascii=False)
        yield "claude-code", text
        yield "claude-code", text.replace("\n", "\r\n") + "\r\n"
    lines = json.dumps({"hooks": _HOOKS}, indent=2).replace("]", "\n ]").replace("},\n", "}\n\n  ,")
    yield "claude-code", lines
    yield "ai-agents", lines.replace("\n ]", " // end\n ]")


LAYOUTS = tuple(layouts())


def hooks(file: HookFile) -> list[tuple[Any, Any]]:
    return [(group, hook) for group, hook in file.hooks if can_disable(file, group, hook)]


def parked_at(file: HookFile, pointer: str) -> tuple[DisabledHook, str]:
    """The hook that stands there, and the text without it."""
    group, hook = next(it for it in hooks(file) if to_pointer(it[1].route) == pointer)
    parked, edits = disable(file, group, hook, "settings.json")
    return parked, apply(file.tree.text, edits)


def back(text: str, parked: DisabledHook, dialect: str = "claude-code") -> str:
    return apply(text, enable(file_of(text, dialect), parked))


@pytest.mark.parametrize(("dialect", "text"), LAYOUTS)
def test_every_hook_comes_back_byte_for_byte(dialect: str, text: str) -> None:
    file = file_of(text, dialect)
    found = hooks(file)
    assert len(found) > 1
    for _, hook in found:
        parked, left = parked_at(file, to_pointer(hook.route))
        assert file_of(left, dialect).fault is None
        assert len(hooks(file_of(left, dialect))) == len(found) - 1
        assert back(left, parked, dialect) == text


@pytest.mark.parametrize(("dialect", "text"), LAYOUTS)
def test_all_of_them_come_back_in_the_order_in_which_they_left(dialect: str, text: str) -> None:
    left, kept = text, list[DisabledHook]()
    while found := hooks(file_of(left, dialect)):
        parked, left = parked_at(file_of(left, dialect), to_pointer(found[0][1].route))
        kept.append(parked)
    for parked in reversed(kept):
        left = back(left, parked, dialect)
    assert left == text


@pytest.mark.parametrize(("dialect", "text"), LAYOUTS)
def test_where_nothing_is_as_it_was_it_is_put_into_its_group(dialect: str, text: str) -> None:
    file = file_of(text, dialect)
    for group, hook in hooks(file):
        parked, left = parked_at(file, to_pointer(hook.route))
        pieces = tuple(replace(it, before="elsewhere", after="elsewhere") for it in parked.pieces)
        after = file_of(back(left, replace(parked, digest="", pieces=pieces), dialect), dialect)
        assert after.fault is None
        same = [it for it in after.groups if it.event == group.event and it.route == group.route]
        assert len(hooks(after)) == len(hooks(file))
        if group.node is not hook.node:
            assert len(same[0].hooks) == len(group.hooks)


def test_what_changed_elsewhere_stays_changed() -> None:
    text = json.dumps({"hooks": _HOOKS}, indent=2)
    parked, left = parked_at(file_of(text), "/hooks/PreToolUse/0/hooks/1")
    assert back(left.replace("four", "five"), parked) == text.replace("four", "five")


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ({"PreToolUse": [{"matcher": "Edit", "hooks": []}]}, [[], ["two"]]),
        ({"PreToolUse": [{"matcher": "Edit", "hooks": []}, {"matcher": "Bash", "hooks": []}]}, [[], ["two"]]),
        ({"PreToolUse": []}, [["two"]]),
        ({}, [["two"]]),
        (None, [["two"]]),
    ],
)
def test_a_group_that_is_gone_is_made_again(left: Any, expected: list[list[str]]) -> None:
    parked, _ = parked_at(file_of(json.dumps({"hooks": _HOOKS}, indent=2)), "/hooks/PreToolUse/0/hooks/1")
    text = json.dumps({"model": "opus"} if left is None else {"hooks": left}, indent=2)
    after = json.loads(back(text, parked))
    groups = after["hooks"]["PreToolUse"]
    assert [[it["command"] for it in group["hooks"]] for group in groups] == expected
    assert groups[-1]["matcher"] == "Bash"


def test_a_hook_is_written_as_it_was_wherever_it_goes() -> None:
    text = json.dumps({"hooks": _HOOKS}, indent=2)
    parked, _ = parked_at(file_of(text), "/hooks/Stop/0/hooks/0")
    after = back(json.dumps({"hooks": {}}, indent=4), parked)
    assert (
        '{\n                        "type": "command",\n                        "command": "four"\n'
        in after.replace("\n                      ", "\n                        ")
    )


def test_nothing_is_put_into_a_broken_file() -> None:
    parked, _ = parked_at(file_of(json.dumps({"hooks": _HOOKS})), "/hooks/Stop/0/hooks/0")
    assert enable(file_of('{"hooks": {'), parked) == ()


def test_what_is_parked_is_kept_in_a_file(tmp_path: Path) -> None:
    file = replace(file_of(json.dumps({"hooks": _HOOKS})), path=str(tmp_path / ".claude" / "settings.json"))
    parked, _ = parked_at(file, "/hooks/PreToolUse/1/hooks/0")
    path = store_path(file)
    assert path == str(tmp_path / ".hookwright" / "parked.json")
    assert read_disabled(path) == ()
    write_disabled(path, [parked, parked])
    write_disabled(path, [parked])
    assert read_disabled(path) == (parked,)


def test_no_empty_group_or_event_is_left() -> None:
    text = json.dumps({"hooks": _HOOKS, "env": {}}, indent=2)
    _, left = parked_at(file_of(text), "/hooks/Stop/0/hooks/0")
    assert json.loads(left) == {"hooks": {"PreToolUse": _HOOKS["PreToolUse"]}, "env": {}}
    _, left = parked_at(file_of(text), "/hooks/PreToolUse/1/hooks/0")
    assert json.loads(left)["hooks"]["PreToolUse"] == json.loads(json.dumps(_HOOKS["PreToolUse"]))[:1]


def test_one_of_two_alike_is_not_taken_for_the_other() -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "one"}] * 2}]}}, indent=2)
    parked, left = parked_at(file_of(text), "/hooks/Stop/0/hooks/0")
    assert not is_back(file_of(left), parked)
    assert is_back(file_of(text), parked)
    assert back(left, parked) == text
    assert back(left + "\n", parked) == text + "\n"


def test_with_the_last_that_is_kept_its_file_and_folder_go(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    file = replace(file_of(json.dumps({"hooks": _HOOKS})), path=str(tmp_path / ".claude" / "settings.json"))
    group, hook = hooks(file)[0]
    parked, _ = disable(file, group, hook, ".claude/settings.json")
    add_disabled(file, parked)
    assert read_disabled(store_path(file)) == (parked,)
    drop_disabled(file, parked)
    assert [it.name for it in tmp_path.iterdir()] == [".claude"]


def test_what_is_back_on_the_disk_is_kept_no_longer(tmp_path: Path) -> None:
    file = replace(file_of(json.dumps({"hooks": _HOOKS})), path=str(tmp_path / ".claude" / "settings.json"))
    every = [disable(file, group, hook, ".claude/settings.json") for group, hook in hooks(file)[:2]]
    for parked, _ in every:
        add_disabled(file, parked)
    one = replace(file_of(apply(file.tree.text, every[0][1])), path=file.path)
    drop_restored(one)
    assert read_disabled(store_path(file)) == (every[0][0],)
    drop_restored(file)
    assert not (tmp_path / ".hookwright").exists()


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"parked": [1]}', '{"parked": [{"file": "x"}]}'])
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "parked.json"
    path.write_text(text)
    with pytest.raises(UnreadableInput):
        read_disabled(str(path))


def test_nothing_is_written_outside_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project").mkdir()
    os.symlink(tmp_path / "elsewhere", tmp_path / "project" / ".hookwright")
    with pytest.raises(UnreadableInput, match="points outside the project"):
        write_disabled(str(tmp_path / "project" / ".hookwright" / "parked.json"), [])
    assert list((tmp_path / "elsewhere").iterdir()) == []
