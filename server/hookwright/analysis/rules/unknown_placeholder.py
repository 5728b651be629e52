"""A text has a placeholder that the agent does not replace.

## What it does

Reports placeholders such as `${toolinput.file_path}` that begin with no field of the event. It applies to keys whose
texts the agent fills from the payload, such as the `input` of an `mcp_tool` hook in Claude Code. The part after the
first field depends on the tool and is not checked.
Also reports placeholders for the options of a plugin, such as `${user_config.api_key}`, in commands that a shell runs.

## Why

The agent replaces an unknown field with nothing, and calls the tool with an empty text.
Claude Code does not run a shell command of a plugin with an option in it, because the shell would run the option's
value as code. This is an error.
Outside of plugins, Claude Code does not replace the option, and the shell cannot read it. This is an error, too.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Write",
        "hooks": [
          {"type": "mcp_tool", "server": "notes", "tool": "add", "input": {"path": "${toolinput.file_path}"}}
        ]
      }
    ]
  }
}
```

Correct the field:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Write",
        "hooks": [
          {"type": "mcp_tool", "server": "notes", "tool": "add", "input": {"path": "${tool_input.file_path}"}}
        ]
      }
    ]
  }
}
```

## Fix

Writes the field that is nearly the same, or the variable that holds the option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.scripts.hook_scripts import POWERSHELLS, command_hooks
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys
from hookwright.analysis.suggest import nearest
from hookwright.config.view import HookFile
from hookwright.model.hook import Scope
from hookwright.model.plugins import PluginOptions
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import Kind, Node
from hookwright.text import Route

_PLACEHOLDER = late_pattern(r"\$\{\s*([A-Za-z_]\w*)[^{}]*\}")


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        if key.field.inserts.from_payload and key.group.row is not None:
            known = [it.name for it in (*subject.file.dialect.payload, *key.group.row.payload)]
            for route, text in _texts(key.value, key.route):
                for found in _PLACEHOLDER.finditer(text):
                    if found[1] not in known:
                        yield _finding(key, known, route, found)
    options = subject.file.dialect.plugins.options
    if options is not None:
        yield from _options(subject.file, options)


def _options(file: HookFile, options: PluginOptions) -> Iterator[Finding]:
    """The options of a plugin in commands for a shell."""
    form = re.compile(rf"\$\{{{options.placeholder}\.([^}}]+)\}}")
    for hook in command_hooks(file):
        for found in form.finditer(hook.text) if hook.arguments is None else ():
            quoted = hook.text[: found.start()].count("'") % 2 == 1
            place = Place(hook.route, piece=found.span())
            if file.scope is not Scope.PLUGIN:
                if not quoted:
                    yield _without_plugin(place, found[0], fails=hook.shell not in POWERSHELLS)
                continue
            variable = options.variable_of(found[1])
            written = f"$env:{variable}" if hook.shell in POWERSHELLS else f"${{{variable}}}"
            message = f"`{found[0]}` is not allowed in a shell command, so the hook never runs; use `{written}`"
            edits = partial(replace_piece, file.tree, hook.route, *found.span(), written)
            fixes = () if quoted else (Fix(f"Change to `{written}`", edits, preferred=True),)
            yield Finding(place, message, fixes, Severity.ERROR)


def _without_plugin(place: Place, written: str, *, fails: bool) -> Finding:
    """An option if there is no plugin that could have it: the agent hands it to the shell."""
    effect = "the shell stops at it and the hook fails" if fails else "it comes out empty"
    message = f"`{written}` is replaced only in the hooks of plugins, so {effect}; write the value"
    return Finding(place, message, severity=Severity.ERROR if fails else None)


def _finding(key: HookKey, known: list[str], route: Route, found: re.Match[str]) -> Finding:
    meant = nearest(found[1], known)
    message = f"the payload of `{key.group.event}` has no `{found[1]}`"
    place = Place(route, piece=found.span(1))
    if meant is None:
        return Finding(place, f"{message}, so the agent puts nothing here; use a field that it has")
    edits = partial(replace_piece, key.file.tree, route, *found.span(1), meant)
    return Finding(place, f"{message}; did you mean `{meant}`?", (Fix(f"Change to `{meant}`", edits, preferred=True),))


def _texts(node: Node, route: Route) -> Iterator[tuple[Route, str]]:
    """Every text inside of a value, with its route."""
    if node.kind is Kind.STRING:
        yield route, str(node.value)
    for entry in node.members if node.kind is Kind.OBJECT else ():
        yield from _texts(entry.value, (*route, entry.name))
    for index, item in enumerate(node.items if node.kind is Kind.ARRAY else ()):
        yield from _texts(item, (*route, index))


RULE = Rule("HW421", "unknown-placeholder", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
