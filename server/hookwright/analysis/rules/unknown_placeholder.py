"""A text refers to something that the payload of the event does not have.

## What it does

Reports placeholders such as `${tool_input.file_path}`, in keys whose texts the agent fills from the payload, that begin
with no field of the event.
What stands below a field depends on the tool and is left alone.

## Why

The agent puts nothing in its place, and the tool is called with an empty text.

## Example

```json
{"type": "mcp_tool", "server": "notes", "tool": "add", "input": {"path": "${toolinput.file_path}"}}
```

## Fix

Writes the field that is nearly the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.hook_keys import HookKey, hook_keys
from hookwright.analysis.rule import Finding, Fix, Place, Reach, Rule, Subject
from hookwright.analysis.suggest import nearest
from hookwright.model.reaction import Severity
from hookwright.syntax.edit import replace_piece
from hookwright.syntax.tree import Kind, Node
from hookwright.text import Route

_PLACEHOLDER = re.compile(r"\$\{\s*([A-Za-z_]\w*)[^{}]*\}")


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        if key.field.from_payload and key.group.row is not None:
            known = [it.name for it in (*subject.file.dialect.payload, *key.group.row.payload)]
            for route, text in _texts(key.value, key.route):
                for found in _PLACEHOLDER.finditer(text):
                    if found[1] not in known:
                        yield _finding(key, known, route, found)


def _finding(key: HookKey, known: list[str], route: Route, found: re.Match[str]) -> Finding:
    meant = nearest(found[1], known)
    message = f"the payload of `{key.group.event}` has no `{found[1]}`"
    place = Place(route, piece=found.span(1))
    if meant is None:
        return Finding(place, f"{message}, so nothing is put here")
    edits = tuple(replace_piece(key.file.tree, route, *found.span(1), meant))
    return Finding(place, f"{message}; did you mean `{meant}`?", (Fix(f"Change to `{meant}`", edits, preferred=True),))


def _texts(node: Node, route: Route) -> Iterator[tuple[Route, str]]:
    """Every text inside of a value, with its route."""
    if node.kind is Kind.STRING:
        yield route, str(node.value)
    for entry in node.members if node.kind is Kind.OBJECT else ():
        yield from _texts(entry.value, (*route, entry.name))
    for index, item in enumerate(node.items if node.kind is Kind.ARRAY else ()):
        yield from _texts(item, (*route, index))


RULE = Rule("HW421", "unknown-placeholder", Severity.WARNING, __doc__, _check, has_fix=True, reach=Reach.GROUP)
