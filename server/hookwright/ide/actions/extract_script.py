"""The action that moves a command into a script and makes the hook run that."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator

from hookwright.analysis.fixing import touch
from hookwright.analysis.rule import ScriptChange, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts, is_posix, shell_name
from hookwright.config.view import GroupView, HookFile, HookView
from hookwright.ide.actions.code_actions import Action, ActionKind
from hookwright.model.grammar import Performer
from hookwright.syntax.edit import replace_value
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Span
from hookwright.workflows.script_paths import script_as_command, script_folder

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
# One plain command is shorter than the path of a script.
_WORTH_IT = re.compile(r"[;&|<>$`(\n]")
_MOST_NAMES = 100


def extract_script_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """The action for the command of the selected hook, unless that is a script already."""
    file = subject.file
    for group, hook in file.hooks():
        body = _command(file, group, hook) if touch(hook.node.span, span) else None
        place = _place(subject, group) if body is not None else None
        if body is not None and place is not None and not _is_script(subject, hook, str(body.value)):
            path, named = place
            text = f"{_first_line(file, hook)}\n{str(body.value).strip(chr(10))}\n"
            route = (*hook.route, hook.type.body if hook.type else "")
            yield Action(
                title=f"Extract the command into `{os.path.basename(path)}`",
                kind=ActionKind.EXTRACT,
                edits=tuple(replace_value(file.tree, route, named)),
                script=ScriptChange(path, create=text, executable=True),
            )


def _command(file: HookFile, group: GroupView, hook: HookView) -> Node | None:
    """The command that a POSIX shell reads as it is written; None for any other hook."""
    kind, dialect = hook.type, file.dialect
    if kind is None or kind.by is not Performer.COMMAND or group.row is None or hook.misplaced:
        return None
    body = child(hook.node, kind.body)
    if body is None or body.kind is not Kind.STRING or not is_posix(dialect, hook):
        return None
    if dialect.arguments_key and child(hook.node, dialect.arguments_key) is not None:
        return None
    # What the agent puts in place of its own words would not be put into a script.
    text = str(body.value)
    return body if "{{" not in text and _WORTH_IT.search(text.strip()) else None


def _is_script(subject: Subject, hook: HookView, command: str) -> bool:
    """Whether the command is a script and perhaps its interpreter, and nothing else."""
    found = [it for it in hook_scripts(subject) if it.route[: len(hook.route)] == hook.route]
    rest = len(found) == 1 and command[: found[0].start] + command[found[0].end :]
    return isinstance(rest, str) and len(rest.strip(" \t\"'").split()) <= 1


def _place(subject: Subject, group: GroupView) -> tuple[str, str] | None:
    """Where a new script goes, and how the command names it there; None where it cannot."""
    file = subject.file
    folder = script_folder(file.path)
    name = _WORD_START.sub("-", group.event).strip("-").lower() or "hook"
    names = (name if not number else f"{name}-{number + 1}" for number in range(_MOST_NAMES))
    paths = (os.path.join(folder, f"{it}.sh") for it in names)
    path = next((it for it in paths if not subject.disk.is_file(it)), None)
    return (path, script_as_command(subject, group, path)) if path is not None else None


def _first_line(file: HookFile, hook: HookView) -> str:
    name = shell_name(file.dialect, hook.node)
    return "#!/bin/sh" if name == "sh" else f"#!/usr/bin/env {name}"
