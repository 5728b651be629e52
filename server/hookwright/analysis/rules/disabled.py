"""Hooks are switched off by a key of the same file.

## What it does

Marks the events whose hooks are not run, as a key beside them, or at the root of the file, switches all of them off.

## Why

Nobody is told when a hook is not run, and a forgotten switch looks like a guard that lets everything through.

## Example

```json
{"disableAllHooks": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "make lint"}]}]}}
```

## Fix

None: set the key to its other value to have the hooks run.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Part, Place, Rule, Subject
from hookwright.config.view import HookFile
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import child
from hookwright.text import Route


def _check(subject: Subject) -> Iterator[Finding]:
    thrown = _thrown(subject.file)
    if thrown is None:
        return
    route, value = thrown
    for event in subject.file.events:
        if any(group.hooks for group in event.groups):
            message = f"`{route[-1]}` is `{value}`, so no hook of `{event.name}` is run"
            related = ((Place(route), "it is switched off here"),)
            yield Finding(Place(event.route, Part.KEY), message, related=related, unnecessary=True)


def _thrown(file: HookFile) -> tuple[Route, str] | None:
    """The switch that is thrown in the file, and its value."""
    dialect, root = file.dialect, file.tree.root
    switch = child(file.hooks_node, dialect.on_switch) if file.hooks_node and dialect.on_switch else None
    if switch is not None and switch.value is False and dialect.on_switch is not None:
        key = dialect.grammar.hooks_key
        return ((key, dialect.on_switch) if key else (dialect.on_switch,)), "false"
    switch = child(root, dialect.off_switch) if root and dialect.off_switch else None
    if switch is not None and switch.value is True and dialect.off_switch is not None:
        return (dialect.off_switch,), "true"
    return None


RULE = Rule("HW702", "disabled", Severity.HINT, __doc__, _check)
