"""Hooks inside a plugin's manifest get what those of any hook file get, at their own routes."""

from __future__ import annotations

import json

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.ide.completion.complete import complete
from hookwright.ide.hover import hover
from hookwright.ide.symbols import outline
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply
from hookwright.text import to_pointer
from hookwright.workflows.disabled_hooks.edits import disable, enable
from hookwright.workflows.target import target_at

CLAUDE = by_id("claude-code")
PATH = "/p/.claude-plugin/plugin.json"
STOP = {"Stop": [{"hooks": [{"type": "command", "command": "make lint"}]}]}
WAYS = [
    (STOP, "/hooks"),
    ([STOP], "/hooks/0"),
    (["./hooks/more.json", STOP], "/hooks/1"),
]


def _read(hooks: object) -> HookFile:
    return _text(json.dumps({"name": "demo", "hooks": hooks}))


def _text(text: str) -> HookFile:
    return read_hook_file(PATH, text, CLAUDE, Scope.PLUGIN)


def _labels(text: str) -> set[str]:
    file = _text(text.replace("<CURSOR>", ""))
    return {it.label for it in complete(file, text.index("<CURSOR>"))}


@pytest.mark.parametrize(("hooks", "base"), WAYS)
def test_hooks_are_seen_at_their_routes(hooks: object, base: str) -> None:
    file = _read(hooks)
    found = target_at(file, "")

    assert [it.route for it in found.hooks] == [(*file.base, "Stop", 0, "hooks", 0)]
    assert (to_pointer(file.base), found.pointer) == (base, f"{base}/Stop/0/hooks/0")
    assert target_at(file, f"{base}/Stop").hooks == found.hooks
    assert target_at(file, file.tree.text.index("make lint")).hooks == found.hooks
    assert "Stop" in json.dumps(outline(file), default=str)


@pytest.mark.parametrize(("hooks", "_"), WAYS)
def test_keys_and_events_are_completed_and_explained(hooks: object, _: str) -> None:
    text = json.dumps({"name": "demo", "hooks": hooks})
    assert {"timeout", "async"} <= _labels(text.replace('"make lint"', '"make lint", "<CURSOR>"'))
    assert {"PreToolUse", "SessionStart"} <= _labels(text.replace('{"Stop"', '{"<CURSOR>": [], "Stop"'))
    found = hover(_read(hooks), text.index('"Stop"') + 2)
    assert found is not None
    assert "Stop" in found.markdown


def test_of_the_keys_around_hooks_only_hooks_is_offered() -> None:
    assert _labels('{"name": "demo", "<CURSOR>"}') == {"hooks"}


def test_the_hooks_of_several_objects_are_all_there() -> None:
    other = {"SessionEnd": [{"hooks": [{"type": "command", "command": "make clean"}]}]}
    file = _read([STOP, "./hooks/more.json", other])

    assert [it.route for it in file.events] == [("hooks", 0, "Stop"), ("hooks", 2, "SessionEnd")]
    assert target_at(file, "/hooks/2").row.name == "SessionEnd"


def test_only_other_agents_read_events_that_are_wrapped_once_more() -> None:
    text = json.dumps({"name": "demo", "hooks": {"hooks": STOP}})
    codex = read_hook_file("/p/.codex-plugin/plugin.json", text, by_id("codex"), Scope.PLUGIN)
    assert [it.route for it in codex.events if it.row is not None] == [("hooks", "hooks", "Stop")]
    assert [it.route for it in _text(text).events if it.row is not None] == []


@pytest.mark.parametrize("hooks", ["./hooks/hooks.json", ["./a.json", "./b.json"], 5, None, {}, []])
def test_a_manifest_may_have_no_hooks_of_its_own(hooks: object) -> None:
    assert _read(hooks).events == ()


def test_events_at_the_root_of_a_manifest_are_something_else() -> None:
    assert _text(json.dumps({"name": "demo", **STOP})).events == ()


@pytest.mark.parametrize(("hooks", "_"), WAYS)
def test_a_hook_is_switched_off_and_on_again(hooks: object, _: str) -> None:
    file = _text(json.dumps({"name": "demo", "hooks": hooks}, indent=2))
    ((group, hook),) = file.hooks
    parked, edits = disable(file, group, hook, "plugin.json")
    without = _text(apply(file.tree.text, edits))

    assert (without.fault, list(without.hooks)) == (None, [])
    back = _text(apply(without.tree.text, enable(without, parked)))
    assert back.tree.text == file.tree.text
    # The name has changed in the meantime, so that the text is not what it was.
    renamed = _text(without.tree.text.replace('"demo"', '"another"'))
    again = _text(apply(renamed.tree.text, enable(renamed, parked)))
    assert (again.fault, [it.node.kind for _, it in again.hooks]) == (None, [hook.node.kind])
