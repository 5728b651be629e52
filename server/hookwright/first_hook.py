"""A project's first hook: a starter file for each dialect, and a guard with its script, test and sample."""

from __future__ import annotations

import json
import os.path
from collections.abc import Mapping
from textwrap import indent
from typing import Any

from msgspec import Struct

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.samples.files import FOLDER, SUFFIX
from hookwright.analysis.scripts.templates import passing_object, refusal_in_python, refusing_values, ways_to_answer
from hookwright.config.read import read_hook_file
from hookwright.converting.convert import convert
from hookwright.dialects import DIALECTS, written
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.hook import Scope
from hookwright.model.location import Format
from hookwright.paths import relative, slashed
from hookwright.policies.payloads import input_of
from hookwright.readers.place import is_at
from hookwright.samples.built_in import samples
from hookwright.syntax.edit import apply, insert_member, replace_value
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, child
from hookwright.workflows.script_paths import script_as_command, script_folder

# Some dialects have another name for it.
EVENT = "PreToolUse"
REFUSED = "rm -rf src"
_NAME = "guard"
_SHELL_TOOL = "Bash"
_REASON = "Only the user may delete folders"
# There is no project yet; the path is written into no file.
_NOWHERE = "/project"
_GUARD = '''\
#!/usr/bin/env python3
"""Refuses shell commands that cannot be undone, and lets every other one go on.

The event is a JSON object on standard input.  How a hook answers:
{ways}
"""

import json
import re
import sys

# What is refused, and why: a regular expression and a reason each.  Change them, and add your own.
REFUSED = {{
    r"\\brm\\s+(-\\w+\\s+)*-\\w*[rR]": "{reason}",
    r"\\bgit\\s+push\\b.*\\s(-f|--force)\\b": "Only the user may force a push",
}}


def refuse(reason):
{refuse}


try:
    payload = json.load(sys.stdin)
except ValueError:
    refuse("The event cannot be read")
command = str(payload.get("{input}", {{}}).get("{key}", ""))
for pattern, reason in REFUSED.items():
    if re.search(pattern, command):
        refuse(reason)

{passes}sys.exit(0)
'''
_TEST = """\
# `hookwright test` runs these: the hook, for real, on a made-up event.
dialect: {dialect}
hooks: [{hooks}]
tests:
  - name: refuses to delete a folder
    event: {event}
    tool: {tool}
    input: {{ {key}: "{refused}" }}
    expect: {{ blocked: true, reason: {reason} }}

  - name: refuses to force a push
    event: {event}
    tool: {tool}
    input: {{ {key}: git push --force origin main }}
    expect: {{ blocked: true }}

  - name: lets other commands go on
    event: {event}
    tool: {tool}
    input: {{ {key}: ls -l }}
    expect: {{ blocked: false, fires: true }}
"""
# Every shell understands it.
_STARTER_COMMAND = 'echo "A tool is about to run" >&2'
_STARTER_GROUP = {"hooks": [{"type": "command", "command": _STARTER_COMMAND}]}


class NewFile(Struct, frozen=True):
    """A file to create; `path` is relative to the project's folder."""

    path: str
    text: str
    executable: bool = False


def first_hook(dialect: Dialect) -> tuple[NewFile, ...]:
    """The files, the hook file first; they work as they are where the dialect's agent looks.

    Raises UsageError where the agent has no hook files.
    """
    if dialect.executables is not None:
        raise UsageError(
            f"Each hook of {dialect.title} is a script of its own, so there is no hook file to begin with",
            f"put a script called `{_guarded(dialect).name}` into `{os.path.dirname(starter_path(dialect))}`",
        )
    row = _guarded(dialect)
    tool, key, payload = _shell_call(dialect, row)
    path, values = starter_path(dialect), refusing_values(row)
    folder = script_folder(path)
    script, test = (slashed(os.path.join(folder, _NAME + it)) for it in (".py", ".hooktest.yaml"))
    return (
        NewFile(path, _hook_file(dialect, path, script, tool, values)),
        NewFile(script, _guard(row, dialect.calls.input_in(payload), key, values), executable=True),
        NewFile(test, _test(dialect, row, relative(path, folder), tool, key)),
        NewFile(f"{FOLDER}/{dialect.id}/{row.name}/{tool}{SUFFIX}", _sample(dialect, payload, key)),
    )


def add_first_hook(dialect: Dialect, text: str, first: str) -> str | None:
    """The settings with the hooks of a `first` hook file added; None if they have hooks, or cannot be read."""
    tree, key = parse(text), dialect.grammar.hooks_key
    if tree.problems or tree.root is None or tree.root.kind is not Kind.OBJECT or child(tree.root, key) is not None:
        return None
    hooks = json.loads(first)
    return apply(text, insert_member(tree, (), key, hooks[key])) if set(hooks) == {key} else None


def _guarded(dialect: Dialect) -> EventRow:
    """The event before a tool runs, by the name that the dialect has for it."""
    row = dialect.event(EVENT) or dialect.event(dialect.equivalents.get(EVENT, ""))
    if row is None:
        raise LookupError(f"{dialect.id} has no event before a tool runs")
    return row


def _shell_call(dialect: Dialect, row: EventRow) -> tuple[str, str, dict[str, Any]]:
    """The tool that runs commands, the key of its input that has the command, and a sample that calls it."""
    for sample in samples(dialect, row.name):
        given = input_of(dialect, sample.payload) or {}
        for key in (it for it in dialect.calls.commands if it in given):
            return sample.name, key, dict(sample.payload)
    raise LookupError(f"{dialect.id} has no tool that runs commands")


def _hook_file(dialect: Dialect, path: str, script: str, tool: str, values: Mapping[str, Any]) -> str:
    whole = os.path.join(_NOWHERE, path)
    # Where payloads name no tool, the event is told by what the first dialect calls the tool.
    matcher = tool if dialect.tool(tool) is not None else _SHELL_TOOL
    text = starter_hooks(dialect, {"matcher": matcher, "hooks": [{"type": "command", "command": "true"}]})
    file = read_hook_file(whole, text, dialect, _scope(dialect, path))
    group, hook = file.hooks[0]
    named = script_as_command(Subject(file, file.project, RealDisk("/")), group, os.path.join(_NOWHERE, script))
    edits = replace_value(file.tree, (*hook.route, hook.type.body if hook.type else "command"), named)
    for name, value in values.items():
        edits += insert_member(file.tree, hook.route, name, value)
    return apply(text, edits)


def _scope(dialect: Dialect, path: str) -> Scope:
    return next(it.scope for it in dialect.locations if is_at(path, it) and not it.below_home)


def _guard(row: EventRow, name: str, key: str, values: Mapping[str, Any]) -> str:
    every = tuple(ways_to_answer(row, values))
    # Exit codes are enough to begin with; JSON output is in the dialect's documentation.
    passing = passing_object(row)
    plain = [it for it in every if it.startswith((passing or "exit", "exit"))]
    refuse = indent(refusal_in_python(row, values, "reason"), " " * 4)
    return _GUARD.format(
        ways=indent("\n".join(plain or every), "  "),
        input=name,
        key=key,
        reason=_REASON,
        refuse=refuse,
        passes=f"print({passing!r})\n" if passing else "",
    )


def _test(dialect: Dialect, row: EventRow, hooks: str, tool: str, key: str) -> str:
    return _TEST.format(
        dialect=dialect.id, hooks=hooks, event=row.name, tool=tool, key=key, refused=REFUSED, reason=_REASON
    )


def _sample(dialect: Dialect, payload: dict[str, Any], key: str) -> str:
    """Replaces the dialect's own sample of the tool, so that firing the hook shows a refusal."""
    name = dialect.calls.input_in(payload)
    given = {**payload[name], key: REFUSED}
    if "description" in given:
        given["description"] = "Delete the sources"
    return json.dumps({**payload, name: given}, ensure_ascii=False, indent=2) + "\n"


class Starter(Struct, frozen=True):
    """A first hook file; `path` is relative to the project's folder."""

    dialect: str
    title: str
    path: str
    text: str


def starters() -> tuple[Starter, ...]:
    """One for each dialect that has hook files."""
    return tuple(_starter(it) for it in written())


def starter_path(dialect: Dialect) -> str:
    """Where the dialect's agent looks for a project's hooks, relative to its folder; of many files, one for guards."""
    apart = (Scope.USER, Scope.SYSTEM, Scope.MANAGED)
    form = Format.JSON if dialect.executables is None else Format.SCRIPT
    place = next(it for it in dialect.locations if it.format is form and it.scope not in apart)
    of_plugins = dialect.plugins if place.scope is Scope.PLUGIN and dialect.plugins.nowhere_else else None
    folder = next((f"{it.path}/" for it in of_plugins.folders if not it.below_home), "") if of_plugins else ""
    return f"{folder}{place.path}".replace("**/", "").replace("*", _NAME)


def starter_hooks(dialect: Dialect, group: Mapping[str, Any]) -> str:
    """A hook file with one group that runs before every tool use; `group` is written in the first dialect."""
    first, text = DIALECTS[0], json.dumps({"hooks": {EVENT: [group]}})
    return convert(read_hook_file(starter_path(first), text, first, Scope.PROJECT), dialect).text


def _starter(dialect: Dialect) -> Starter:
    return Starter(dialect.id, dialect.title, starter_path(dialect), starter_hooks(dialect, _STARTER_GROUP))
