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


def _check(subject: Subject) -> Iterator[Finding]:
    for event in subject.file.events:
        by_body: dict[str, list[tuple[GroupView, HookView]]] = {}
        for group in event.groups:
            for hook in group.hooks:
                body = _body(hook)
                if body.strip():
                    by_body.setdefault(body, []).append((group, hook))
        for alike in by_body.values():
            if len(alike) > 1:
                yield from _repeated(subject.file, event, alike)


def _repeated(file: HookFile, event: EventView, alike: list[tuple[GroupView, HookView]]) -> Iterator[Finding]:
    first: dict[Hashable, HookView] = {}
    for group, hook in alike:
        earlier = first.setdefault(_identity(file, group, hook), hook)
        if earlier is not hook:
            yield _finding(file, event, group, hook, earlier)


def _finding(file: HookFile, event: EventView, group: GroupView, hook: HookView, earlier: HookView) -> Finding:
    alone = hook.node is not group.node and len(group.hooks) == 1
    edits = tuple(remove(file.tree, group.route if alone else hook.route))
    fix = Fix("Remove the second hook", edits, preferred=True, safe=False)
    effect = "counts once only" if file.dialect.once_across_files else "runs twice"
    message = f"the same hook stands under `{event.name}` already and {effect}; remove one"
    return Finding(_place(hook), message, (fix,), related=((_place(earlier), "it stands here first"),))


def _place(hook: HookView) -> Place:
    return Place((*hook.route, hook.type.body) if hook.type else hook.route)


def _body(hook: HookView) -> str:
    body = child(hook.node, hook.type.body) if hook.type is not None and hook.node.kind is Kind.OBJECT else None
    return str(body.value) if body is not None and body.kind is Kind.STRING else ""


def _identity(file: HookFile, group: GroupView, hook: HookView) -> Hashable:
    """What two hooks have in common when they are the same."""
    kind = hook.type
    values = {it.name: plain(it.value) for it in hook.node.members if kind and _counts(kind, it.name)}
    return _matcher(file, group), json.dumps(values, sort_keys=True)


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
    return matcher.text if matcher.form is Form.PATTERN else frozenset(it.text for it in matcher.names)


RULE = Rule("HW407", "duplicate-hook", Severity.WARNING, __doc__, _check, has_fix=True)
