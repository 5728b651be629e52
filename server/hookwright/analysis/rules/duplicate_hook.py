"""The same hook stands twice under one event and matcher.

## What it does

Reports a hook whose type, body and other keys are those of an earlier hook of the same event and the same matcher.
Matchers are compared by what they mean: `*` equals no matcher, and the order of names does not count.
Time-outs do not count either.

## Why

It runs twice for everything that it matches: twice the wait, and twice the effect.
Where the agent runs equal hooks only once, the second is dead text that somebody will change in vain.

## Example

```json
{"matcher": "Bash", "hooks": [
  {"type": "command", "command": "./audit.sh"},
  {"type": "command", "command": "./audit.sh", "timeout": 5}
]}
```

## Fix

Removes the later one.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator

from hookwright.analysis.rule import Finding, Fix, Place, Rule, Subject
from hookwright.analysis.sites import MATCHER
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.matching.matcher import Form, parse_matcher
from hookwright.model.grammar import HookType
from hookwright.model.reaction import Severity
from hookwright.syntax.edit import remove
from hookwright.syntax.tree import Kind, child, plain
from hookwright.text import Route


def _check(subject: Subject) -> Iterator[Finding]:
    for event in subject.file.events:
        first: dict[Hashable, Route] = {}
        for group in event.groups:
            for hook in group.hooks:
                key = _identity(subject.file, group, hook)
                if key is None or hook.type is None:
                    continue
                route = (*hook.route, hook.type.body)
                earlier = first.setdefault(key, route)
                if earlier is not route:
                    yield _finding(subject.file, event, group, hook, route, earlier)


def _finding(
    file: HookFile, event: EventView, group: GroupView, hook: HookView, route: Route, earlier: Route
) -> Finding:
    alone = hook.node is not group.node and len(group.hooks) == 1
    edits = tuple(remove(file.tree, group.route if alone else hook.route))
    fix = Fix("Remove the second hook", edits, preferred=True, safe=False)
    effect = "counts once only" if file.dialect.once_across_files else "runs twice"
    message = f"the same hook stands under `{event.name}` already and {effect}; remove one"
    return Finding(Place(route), message, (fix,), related=((Place(earlier), "it stands here first"),))


def _identity(file: HookFile, group: GroupView, hook: HookView) -> Hashable | None:
    """What two hooks have in common when they are the same; None where there is nothing to compare."""
    if hook.type is None or hook.node.kind is not Kind.OBJECT:
        return None
    body = child(hook.node, hook.type.body)
    if body is None or body.kind is not Kind.STRING or not str(body.value).strip():
        return None
    values = {it.name: plain(it.value) for it in hook.node.members if _counts(hook.type, it.name)}
    return _matcher(file, group), hook.type.name, json.dumps(values, sort_keys=True)


def _counts(kind: HookType, name: str) -> bool:
    field = kind.field(name)
    return name == MATCHER or (field is not None and field.unit is None)


def _matcher(file: HookFile, group: GroupView) -> Hashable:
    if group.row is not None and group.row.subject is None:
        return None
    if group.matcher is None or group.matcher.kind is not Kind.STRING:
        return json.dumps(plain(group.matcher), sort_keys=True) if group.matcher else None
    matcher = parse_matcher(file.dialect.matchers.for_event(group.event), str(group.matcher.value))
    if matcher.form is Form.WILDCARD:
        return None
    return frozenset(it.text for it in matcher.names) or matcher.text


RULE = Rule("HW407", "duplicate-hook", Severity.WARNING, __doc__, _check, has_fix=True)
