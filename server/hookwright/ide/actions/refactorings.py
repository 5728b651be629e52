"""Refactorings of a hook: move its command into a script, run it for another tool, disable or enable it."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator

from hookwright.analysis.fixing import touch
from hookwright.analysis.rule import ScriptChange, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts, shell_command, shell_name
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.ide.actions.code_actions import DISABLE_HOOK, Action, ActionKind
from hookwright.ide.matchers import matched_by
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import usual_first
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.nesting import HOOKS, MATCHER
from hookwright.model.tool import Tool
from hookwright.patterns import late_pattern
from hookwright.syntax.edit import insert_member, replace_value
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, child, member
from hookwright.text import Edit, Span, to_pointer
from hookwright.workflows.disabled_hooks.edits import DisabledHook, can_disable, enable, is_back
from hookwright.workflows.script_paths import script_as_command, script_folder

_WORD_START = late_pattern(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
# A single plain command is shorter than the path of a script.
_WORTH_IT = late_pattern(r"[;&|<>$`(\n]")
_MOST_NAMES = 100
_MOST_TOOLS = 4
_LONGEST_TITLE = 50


def extract_script_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """The action for the command of the selected hook, unless that is a script already."""
    file = subject.file
    for group, hook in file.hooks:
        body = _command_to_extract(file, group, hook) if touch(hook.node.span, span) else None
        place = _script_place(subject, group) if body is not None else None
        if body is not None and place is not None and not _is_script(subject, hook, str(body.value)):
            path, named = place
            text = f"{_shebang(file, hook)}\n{str(body.value).strip(chr(10))}\n"
            route = (*hook.route, hook.type.body if hook.type else "")
            yield Action(
                title=f"Extract the command into `{os.path.basename(path)}`",
                kind=ActionKind.EXTRACT,
                edits=tuple(replace_value(file.tree, route, named)),
                script=ScriptChange(path, create=text, executable=True),
            )


def _command_to_extract(file: HookFile, group: GroupView, hook: HookView) -> Node | None:
    """The command if a POSIX shell reads it as it is written; None for any other hook."""
    body = shell_command(file.dialect, hook) if group.row is not None and not hook.misplaced else None
    if body is None:
        return None
    # The agent replaces its placeholders in a command, but not in a script.
    text = str(body.value)
    return body if "{{" not in text and _WORTH_IT.search(text.strip()) else None


def _is_script(subject: Subject, hook: HookView, command: str) -> bool:
    """Whether the command is nothing but a script, perhaps with its interpreter."""
    found = [it for it in hook_scripts(subject) if it.route[: len(hook.route)] == hook.route]
    rest = len(found) == 1 and command[: found[0].start] + command[found[0].end :]
    return isinstance(rest, str) and len(rest.strip(" \t\"'").split()) <= 1


def _script_place(subject: Subject, group: GroupView) -> tuple[str, str] | None:
    """The path of a new script, and how the command refers to it; None if there is no free name."""
    file = subject.file
    folder = script_folder(file.path)
    name = _WORD_START.sub("-", group.event).strip("-").lower() or "hook"
    names = (name if not number else f"{name}-{number + 1}" for number in range(_MOST_NAMES))
    paths = (os.path.join(folder, f"{it}.sh") for it in names)
    path = next((it for it in paths if not subject.disk.is_file(it)), None)
    return (path, script_as_command(subject, group, path)) if path is not None else None


def _shebang(file: HookFile, hook: HookView) -> str:
    name = shell_name(file.dialect, hook.node)
    return "#!/bin/sh" if name == "sh" else f"#!/usr/bin/env {name}"


def add_tool_actions(file: HookFile, span: Span) -> Iterator[Action]:
    """For the selected group, unless one of its hooks is selected, on an event about tools."""
    if file.fault is not None or file.dialect.matchers.criteria:
        return
    for group in file.groups:
        row = group.row
        if row is None or row.subject.kind is not MatchSubject.TOOL or group.node.kind is not Kind.OBJECT:
            continue
        if touch(group.node.span, span) and not _in_hooks(group, span):
            yield from _of_group(file, group, row)


def _in_hooks(group: GroupView, span: Span) -> bool:
    hooks = child(group.node, HOOKS)
    return hooks is not None and hooks.start < span.start and span.end < hooks.end


def _of_group(file: HookFile, group: GroupView, row: EventRow) -> Iterator[Action]:
    dialect = file.dialect
    if group.matcher is None:
        for name in usual_first(it.name for it in _current(dialect))[:_MOST_TOOLS]:
            edits = insert_member(file.tree, group.route, MATCHER, name, first=True)
            yield _action(f"Run this group for `{name}` only", edits)
        return
    if group.matcher.kind is not Kind.STRING:
        return
    text = str(group.matcher.value)
    before = matched_by(dialect, row, text)
    if before.everything or before.fault is not None or not before.names:
        return
    for name in usual_first(_akin(dialect, before.names))[:_MOST_TOOLS]:
        wider = f"{text}|{name}"
        if set(matched_by(dialect, row, wider).names) == {*before.names, name}:
            edits = replace_value(file.tree, (*group.route, MATCHER), wider)
            yield _action(f"Run this group for `{name}`, too", edits)


def _current(dialect: Dialect) -> list[Tool]:
    return [it for it in dialect.tools if not it.replaced_by]


def _akin(dialect: Dialect, names: tuple[str, ...]) -> list[str]:
    """The other tools with the same kind of input, a path or a command; all others if there are none."""
    keys = (*dialect.calls.paths, *dialect.calls.commands)
    taken = {key for it in dialect.tools if it.name in names for key in keys if key in it.input}
    others = [it for it in _current(dialect) if it.name not in names]
    return [it.name for it in others if taken & it.input.keys()] or [it.name for it in others]


def _action(title: str, edits: list[Edit]) -> Action:
    return Action(title=title, kind=ActionKind.REWRITE, edits=tuple(edits))


def disable_hook_actions(
    file: HookFile, span: Span, disabled: Iterable[DisabledHook], *, can_edit: bool
) -> Iterator[Action]:
    """Disables the selected hook, if the client `can_edit`, and enables disabled hooks of the selected event.

    `disabled` are the file's.  A hook whose event is gone is offered if no other event is selected.
    """
    for group, hook in file.hooks if can_edit else ():
        if touch(hook.node.span, span) and can_disable(file, group, hook):
            pointer = to_pointer(hook.route)
            yield Action(title="Disable this hook", kind=ActionKind.REWRITE, command=DISABLE_HOOK, pointer=pointer)
            break
    here = next((it for it in file.events if touch(_extent(it), span)), None)
    names = {it.name for it in file.events}
    for it in disabled:
        wanted = here.name == it.event if here is not None else it.event not in names
        edits = enable(file, it) if wanted and not is_back(file, it) else ()
        if edits:
            yield Action(title=f"Enable {_called(file, it)}", kind=ActionKind.REWRITE, edits=edits)


def _extent(event: EventView) -> Span:
    return Span(min(event.key.start, event.value.start), event.value.end)


def _called(file: HookFile, disabled: DisabledHook) -> str:
    """The hook, named by what it runs."""
    root = parse(disabled.hook).root
    bodies = (member(root, it.body) for it in file.grammar.types) if root is not None else ()
    body = next((str(it.value.value) for it in bodies if it is not None), disabled.event)
    line = " ".join(body.split())
    return f"`{line if len(line) <= _LONGEST_TITLE else line[: _LONGEST_TITLE - 1] + '…'}` again"
