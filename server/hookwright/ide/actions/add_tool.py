"""Actions that make a group run for a tool: they add a matcher, or add the tool to it."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.fixing import touch
from hookwright.config.read import HOOKS, MATCHER
from hookwright.config.view import GroupView, HookFile
from hookwright.ide.actions.code_actions import Action, ActionKind
from hookwright.ide.matchers import matched_by
from hookwright.model.dialect import Dialect, Tool
from hookwright.model.equivalents import usual_first
from hookwright.model.event import EventRow, MatchSubject
from hookwright.syntax.edit import insert_member, replace_value
from hookwright.syntax.tree import Kind, child
from hookwright.text import Edit, Span

_MOST = 4


def add_tool_actions(file: HookFile, span: Span) -> Iterator[Action]:
    """For the selected group, unless one of its hooks is selected, on an event about tools."""
    if file.fault is not None or file.dialect.matchers.criteria:
        return
    for group in file.groups():
        row = group.row
        if row is None or row.subject is not MatchSubject.TOOL or group.node.kind is not Kind.OBJECT:
            continue
        if touch(group.node.span, span) and not _in_hooks(group, span):
            yield from _of_group(file, group, row)


def _in_hooks(group: GroupView, span: Span) -> bool:
    hooks = child(group.node, HOOKS)
    return hooks is not None and hooks.start < span.start and span.end < hooks.end


def _of_group(file: HookFile, group: GroupView, row: EventRow) -> Iterator[Action]:
    dialect = file.dialect
    if group.matcher is None:
        for name in usual_first(it.name for it in _current(dialect))[:_MOST]:
            edits = insert_member(file.tree, group.route, MATCHER, name, first=True)
            yield _action(f"Run this group for `{name}` only", edits)
        return
    if group.matcher.kind is not Kind.STRING:
        return
    text = str(group.matcher.value)
    before = matched_by(dialect, row, text)
    if before.everything or before.fault is not None or not before.names:
        return
    for name in usual_first(_akin(dialect, before.names))[:_MOST]:
        wider = f"{text}|{name}"
        if set(matched_by(dialect, row, wider).names) == {*before.names, name}:
            edits = replace_value(file.tree, (*group.route, MATCHER), wider)
            yield _action(f"Run this group for `{name}`, too", edits)


def _current(dialect: Dialect) -> list[Tool]:
    return [it for it in dialect.tools if not it.replaced_by]


def _akin(dialect: Dialect, names: tuple[str, ...]) -> list[str]:
    """The other tools that take what one of these takes, a path or a command; all others where none does."""
    keys = (*dialect.path_keys, *dialect.command_keys)
    taken = {key for it in dialect.tools if it.name in names for key in keys if key in it.input}
    others = [it for it in _current(dialect) if it.name not in names]
    return [it.name for it in others if taken & it.input.keys()] or [it.name for it in others]


def _action(title: str, edits: list[Edit]) -> Action:
    return Action(title=title, kind=ActionKind.REWRITE, edits=tuple(edits))
