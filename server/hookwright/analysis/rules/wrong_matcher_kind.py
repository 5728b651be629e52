"""A matcher is an object or an array where the dialect wants a string.

## What it does

Reports a matcher that is an object or an array in a dialect of string matchers.

## Why

An agent that expects a string drops the group, or the whole file, and its hooks never run.

## Example

```json
{"matcher": {"tools": "Write"}, "hooks": []}
```

## Fix

Writes the string that says the same: the tools of the object, or the names of the array with `|` between them.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers import ignores_matchers
from hookwright.analysis.rule import Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.sites import MATCHER
from hookwright.config.view import GroupView, HookFile
from hookwright.model.language import Language, Pattern
from hookwright.model.reaction import Severity
from hookwright.syntax.edit import replace_value
from hookwright.syntax.tree import JSON, Kind, Node, plain


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if file.dialect.matchers.criteria or not any(it.name == MATCHER for it in file.dialect.grammar.group):
        return
    for group in file.groups():
        node = group.matcher
        if node is not None and node.kind in (Kind.OBJECT, Kind.ARRAY) and not ignores_matchers(group):
            yield _finding(file, group, node)


def _finding(file: HookFile, group: GroupView, node: Node) -> Finding:
    route = (*group.route, MATCHER)
    message = f"a matcher is a string here, not an {node.kind.value}"
    meant = _as_string(plain(node), file.dialect.matchers.for_event(group.event))
    if meant is None:
        return Finding(Place(route, Part.KEY), f"{message}; write one name, or names with `|` between them")
    fix = Fix(f"Change to `{meant}`", tuple(replace_value(file.tree, route, meant)), preferred=True)
    return Finding(Place(route, Part.KEY), f"{message}; write `{meant}`", (fix,))


def _as_string(value: JSON, language: Language) -> str | None:
    """The string that says the same, where it can be told without losing anything."""
    if isinstance(value, dict) and len(value) == 1:
        key, value = next(iter(value.items()))
        return _as_string(value, language) if "tool" in key.lower() and not isinstance(value, dict) else None
    if isinstance(value, list) and value and all(isinstance(it, str) and it for it in value):
        bar = language.separators[:1] or ("|" if language.pattern is Pattern.REGEX else "")
        return bar.join(map(str, value)) if bar or len(value) == 1 else None
    return value if isinstance(value, str) else None


RULE = Rule("HW310", "wrong-matcher-kind", Severity.ERROR, __doc__, _check, has_fix=True)
