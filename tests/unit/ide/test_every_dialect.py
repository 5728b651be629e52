"""A first hook of every agent has what a file of Claude Code has: completion, hover, lenses and an outline."""

from __future__ import annotations

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import written
from hookwright.first_hook import starter_hooks, starter_path
from hookwright.ide.code_lens import code_lenses
from hookwright.ide.completion.complete import complete
from hookwright.ide.hover import hover
from hookwright.ide.symbols import outline
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.syntax.tree import Kind, find

_EVERY = pytest.mark.parametrize("dialect", written(), ids=lambda it: it.id)


def _first(dialect: Dialect) -> HookFile:
    hook = {"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}
    return read_hook_file(f"/p/{starter_path(dialect)}", starter_hooks(dialect, hook), dialect, Scope.PROJECT)


def _named_at(file: HookFile) -> int:
    """Inside the name of the first event."""
    event = file.events[0]
    name = find(file.tree, (*event.route, event.named_by)) if event.named_by else event.key
    assert name is not None
    return name.start + 1


@_EVERY
def test_events_are_completed_and_explained(dialect: Dialect) -> None:
    file = _first(dialect)
    place = _named_at(file)

    assert {it.name for it in dialect.events} <= {it.label for it in complete(file, place)}
    known = hover(file, place)
    assert known is not None
    assert "In other agents" in known.markdown or file.events[0].named_by


@_EVERY
def test_tools_and_keys_are_completed_and_explained(dialect: Dialect) -> None:
    file = _first(dialect)
    group = file.events[0].groups[0]
    matcher, hook = group.matcher, group.hooks[0].node
    tools = {it.name for it in dialect.tools if not it.replaced_by and not it.answers_for}
    if matcher is not None and matcher.kind is Kind.STRING:
        assert tools <= {it.label for it in complete(file, matcher.start + 1)}
        assert hover(file, matcher.start + 1) is not None
    assert [it.name for it in hook.members if hover(file, it.key.start + 1) is None] == []
    last = hook.members[-1].value.end
    text = f'{file.tree.text[:last]}, ""{file.tree.text[last:]}'
    offered = {it.label for it in complete(read_hook_file(file.path, text, dialect, file.scope), last + 3)}
    kind = group.hooks[0].type
    assert kind is not None
    needed = {it.name for it in kind.fields if it.name == "timeout"} - {it.name for it in hook.members}
    assert needed <= offered
    assert offered


@_EVERY
def test_hooks_have_lenses_and_an_outline(dialect: Dialect) -> None:
    file = _first(dialect)

    assert [it.title for it in code_lenses(file)] == ["▶ Fire", "▶ Fire on a copy", "Explain"]
    assert [(it.name, len(it.children)) for it in outline(file)] == [(file.events[0].name, 1)]
