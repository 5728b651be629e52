"""An object is where a list of such objects is expected.

## What it does

Reports an event, or the `hooks` of a matcher group, whose value is one object instead of a list. It applies to every
agent, and is a warning for those that accept one object too.

## Why

The agent reads nothing from the object, so its hooks never run. Some agents skip the whole file
([HW006](file-skipped.md)).

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint"}]}
  }
}
```

Put the object in a list:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Puts the object in a list, if it is what the list should hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.event_names import Slip, misnomer
from hookwright.analysis.structure.moves import listed
from hookwright.analysis.structure.objects import hooks_in, looks_like_group, looks_like_hook, stands_outside
from hookwright.config.view import EventView, HookFile
from hookwright.model.nesting import HOOKS
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind, find, member
from hookwright.text import Route


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for event in file.events:
        if event.value.kind is Kind.OBJECT and not event.named_by:
            yield from _event(file, event)
        for group in event.groups:
            inner = member(group.node, HOOKS) if group.node.kind is Kind.OBJECT else None
            if file.grammar.nesting.is_grouped and inner is not None and inner.value.kind is Kind.OBJECT:
                route = (*group.route, HOOKS)
                fits = looks_like_hook(file.grammar, inner.value)
                fixes = (_fix(file, route),) if fits else ()
                message = f"`{HOOKS}` must be a list of hooks; wrap the object in `[…]`"
                yield Finding(Place(route, Part.KEY), message, fixes, fact=route)


def _event(file: HookFile, event: EventView) -> Iterator[Finding]:
    grammar = file.grammar
    group, hook = looks_like_group(grammar, event.value), looks_like_hook(grammar, event.value)
    found = misnomer(file.dialect, event)
    certain = (found is None or found.slip in (Slip.SPELLING, Slip.FOREIGN)) and not stands_outside(file, event)
    if not (certain or group or hook):
        return
    fixes = (_fix(file, event.route),) if group or hook else ()
    advice = "; put the object into one" if fixes else ", not an object"
    severity = Severity.WARNING if grammar.takes_one else None
    yield Finding(
        Place(event.route, Part.KEY),
        f"`{event.name}` must be a list of {grammar.nesting.entry}s{advice}",
        fixes,
        severity,
        fact=event.route,
        cause="an object instead of a list",
    )


def _fix(file: HookFile, route: Route) -> Fix:
    node = find(file.tree, route)
    count = hooks_in(node) if node is not None else 0
    return Fix("Wrap in a list", partial(listed, file.tree, route), preferred=True, activates=count)


RULE = Rule("HW107", "array-expected", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
