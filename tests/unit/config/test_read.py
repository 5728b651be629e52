from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.dialect import Dialect
from hookwright.model.field import Field, JsonType
from hookwright.model.hook import Scope
from hookwright.model.nesting import FLAT as FLAT_HOOKS
from hookwright.syntax.tree import find, key_at

CLAUDE = by_id("claude-code")
FLAT = replace(
    CLAUDE,
    grammar=replace(
        CLAUDE.grammar,
        nesting=FLAT_HOOKS,
        default_type="command",
        knobs=(Field(name="enabled", kind=JsonType.BOOLEAN, doc="on or off"),),
    ),
)
ROOTLESS = replace(CLAUDE, grammar=replace(CLAUDE.grammar, hooks_key="", root=CLAUDE.grammar.root[:1]))


def _file(text: str, dialect: Dialect = CLAUDE) -> HookFile:
    return read_hook_file("/p/settings.json", text, dialect, Scope.PROJECT)


def _routes(file: HookFile) -> list[tuple[str, bool]]:
    return [("/".join(map(str, hook.route)), hook.misplaced) for _, hook in file.hooks]


def test_events_groups_and_hooks_in_the_order_of_the_file() -> None:
    file = _file(
        """{"hooks": {
          "Stop": [{"hooks": [{"type": "command", "command": "a"}]}],
          "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "prompt", "prompt": "b"}, {"type": "x"}, 5]}, {}]}}"""
    )

    assert [it.name for it in file.events] == ["Stop", "PreToolUse"]
    assert _routes(file) == [
        ("hooks/Stop/0/hooks/0", False),
        ("hooks/PreToolUse/0/hooks/0", False),
        ("hooks/PreToolUse/0/hooks/1", False),
        ("hooks/PreToolUse/0/hooks/2", False),
    ]
    assert [hook.type.name if hook.type else None for _, hook in file.hooks] == ["command", "prompt", None, None]
    assert [it.matcher.value if it.matcher else None for it in file.groups] == [None, "Bash", None]


def test_every_route_leads_to_its_node() -> None:
    file = _file('{"hooks": {"Stop": [{"hooks": [{"type": "command"}]}, {"command": "x"}], "Setup": {"hooks": {}}}}')

    assert all(find(file.tree, hook.route) is hook.node for _, hook in file.hooks)
    assert all(find(file.tree, group.route) is group.node for group in file.groups)
    assert all(key_at(file.tree, event.route) is event.key for event in file.events)


def test_an_unknown_event_is_viewed_without_a_row() -> None:
    event = _file('{"hooks": {"preToolUse": [{"hooks": [{"type": "command"}]}]}}').events[0]

    assert (event.name, event.row, len(event.groups[0].hooks)) == ("preToolUse", None, 1)


@pytest.mark.parametrize("entry", ['{"type": "command", "command": "x"}', '{"command": "x"}', '{"type": "comand"}'])
def test_a_hook_in_place_of_a_group_is_misplaced(entry: str) -> None:
    assert _routes(_file(f'{{"hooks": {{"Stop": [{entry}]}}}}')) == [("hooks/Stop/0", True)]


def test_a_group_that_has_hooks_is_a_group_whatever_else_it_has() -> None:
    file = _file('{"hooks": {"Stop": [{"command": "x", "hooks": [{"type": "command", "command": "y"}]}]}}')

    assert _routes(file) == [("hooks/Stop/0/hooks/0", False)]


def test_an_object_in_place_of_the_list_of_groups_is_one_group() -> None:
    file = _file('{"hooks": {"Stop": {"matcher": "a", "hooks": [{"type": "command", "command": "x"}]}}}')

    assert [it.route for it in file.groups] == [("hooks", "Stop")]
    assert _routes(file) == [("hooks/Stop/hooks/0", False)]


def test_an_object_in_place_of_the_list_of_hooks_is_one_hook() -> None:
    file = _file('{"hooks": {"Stop": [{"hooks": {"type": "command", "command": "x"}}]}}')

    assert _routes(file) == [("hooks/Stop/0/hooks", False)]


def test_events_at_the_root_are_viewed_where_they_stand() -> None:
    file = _file('{"permissions": {}, "PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}')

    assert file.hooks_node is None
    assert [it.route for it in file.events] == [("PreToolUse",)]
    assert _routes(file) == [("PreToolUse/0/hooks/0", False)]


def test_events_at_the_root_are_left_alone_where_there_is_a_hooks_key() -> None:
    file = _file('{"PreToolUse": [{"hooks": [{"type": "command"}]}], "hooks": {}}')

    assert file.events == ()


def test_of_equal_keys_the_last_is_viewed() -> None:
    file = _file('{"hooks": {"Stop": [1, 2], "Setup": [], "Stop": [{}]}, "x": 1}')

    assert [(it.name, len(it.groups)) for it in file.events] == [("Setup", 0), ("Stop", 1)]


def test_flat_entries_are_groups_and_hooks_at_once() -> None:
    file = _file('{"hooks": {"enabled": true, "Stop": [{"matcher": "a", "command": "x"}, {"type": "prompt"}]}}', FLAT)

    assert [it.name for it in file.events] == ["Stop"]
    assert _routes(file) == [("hooks/Stop/0", False), ("hooks/Stop/1", False)]
    assert [hook.type.name if hook.type else None for _, hook in file.hooks] == ["command", "prompt"]
    assert [it.matcher is not None for it in file.groups] == [True, False]


def test_a_group_in_place_of_a_flat_entry_has_misplaced_hooks() -> None:
    file = _file('{"hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}', FLAT)

    assert _routes(file) == [("hooks/Stop/0/hooks/0", True)]


def test_the_root_may_be_the_map_of_events() -> None:
    file = _file('{"$schema": "x", "Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}', ROOTLESS)

    assert file.hooks_node is file.tree.root
    assert _routes(file) == [("Stop/0/hooks/0", False)]


@pytest.mark.parametrize(
    "text", ["", "[]", "5", '{"hooks": []}', '{"hooks": "x"}', '{"hooks":', '{"hooks": {"Stop": 5}}']
)
def test_what_has_no_hooks_is_viewed_as_having_none(text: str) -> None:
    assert list(_file(text).hooks) == []


@given(st.text(alphabet='{}[]:,"\\ hoksStp/*\n', max_size=60))
def test_no_text_makes_it_raise(noise: str) -> None:
    whole = '{"hooks": {"Stop": [{"matcher": 5, "hooks": [{"type": "command", "command": "x"}]}]}}'
    for text in (noise, whole[: len(noise)] + noise, whole[: len(noise)] + noise + whole[len(noise) :]):
        for dialect in (CLAUDE, FLAT, ROOTLESS):
            file = _file(text, dialect)
            assert all(find(file.tree, hook.route) is hook.node for _, hook in file.hooks)
