"""An event or a matcher group holds no hooks.

## What it does

Reports empty lists under an event, and matcher groups whose `hooks` is empty. It applies to every agent.

## Why

Nothing runs, but a reader may think that a guard is in force.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Bash", "hooks": []}
    ]
  }
}
```

Add a hook, or remove the group:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Removes the event or the group.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Finding, Fix, Part, Place, Rule, Subject
from hookwright.config.view import EventView, HookFile
from hookwright.model.nesting import HOOKS
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove
from hookwright.syntax.tree import Kind, Node, member
from hookwright.text import Route

_CAUSE = "nothing to run"


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for event in file.events:
        if _is_empty(event.value):
            yield _finding(file, event.route, event.route, f"`{event.name}` has no hooks and does nothing")
        if file.grammar.nesting.is_grouped and event.value.kind is Kind.ARRAY:
            yield from _groups(file, event)


def _groups(file: HookFile, event: EventView) -> Iterator[Finding]:
    for group in event.groups:
        inner = member(group.node, HOOKS) if group.node.kind is Kind.OBJECT else None
        if inner is not None and _is_empty(inner.value):
            # The event goes too where nothing else is in it.
            whole = event.route if len(event.groups) == 1 else group.route
            message = "this matcher group has no hooks and does nothing"
            yield _finding(file, (*group.route, HOOKS), whole, message)


def _is_empty(node: Node) -> bool:
    return node.kind is Kind.ARRAY and not node.items and node.closed


def _finding(file: HookFile, route: Route, whole: Route, message: str) -> Finding:
    title = "Remove the group" if isinstance(whole[-1], int) else f"Remove `{whole[-1]}`"
    fix = Fix(title, partial(remove, file.tree, whole), preferred=True, safe=False)
    return Finding(Place(route, Part.KEY), f"{message}; add one or remove it", (fix,), unnecessary=True, cause=_CAUSE)


RULE = Rule("HW108", "empty-group", Severity.HINT, __doc__, _check, has_fix=True)
