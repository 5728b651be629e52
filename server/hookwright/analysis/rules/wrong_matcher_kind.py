"""A matcher is an object or a list where the agent expects a string, or the reverse.

## What it does

Reports a matcher that is an object or a list, for the agents whose matchers are strings. In ClawdCode, whose matchers
are objects of criteria, reports one that is a string or a list.

## Why

The agent drops the group, or skips the whole file ([HW006](file-skipped.md)). The hooks never run.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": ["Edit", "Write"], "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write the names in one string:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes a string that says the same: the tools of the object, or the names of the list with `|` between them.
Where an object is expected, writes the string as its criterion for tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.matchers.texts import ignores_matchers
from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.config.view import GroupView, HookFile
from hookwright.model import event
from hookwright.model.language import Language, Pattern
from hookwright.model.nesting import MATCHER
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_value
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import JSON, Kind, Node, plain


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if not any(it.name == MATCHER for it in file.grammar.group):
        return
    for group in file.groups:
        node = group.matcher
        if node is None or ignores_matchers(group):
            continue
        if file.dialect.matchers.criteria and node.kind in (Kind.STRING, Kind.ARRAY):
            yield _structured(file, group, node)
        elif not file.dialect.matchers.criteria and node.kind in (Kind.OBJECT, Kind.ARRAY):
            yield _finding(file, group, node)


def _finding(file: HookFile, group: GroupView, node: Node) -> Finding:
    route = (*group.route, MATCHER)
    message = f"a matcher is a string here, not an {node.kind.value}"
    meant = _as_string(plain(node), file.dialect.matchers.for_event(group.event))
    if meant is None:
        return Finding(Place(route, Part.KEY), f"{message}; write one name, or names with `|` between them")
    fix = Fix(f"Change to `{meant}`", partial(replace_value, file.tree, route, meant), preferred=True)
    return Finding(Place(route, Part.KEY), f"{message}; write `{meant}`", (fix,))


def _structured(file: HookFile, group: GroupView, node: Node) -> Finding:
    route = (*group.route, MATCHER)
    criteria = file.dialect.matchers.criteria
    keys = ", ".join(f"`{it}`" for it in criteria)
    message = f"a matcher is an object of {keys} here, not {'a' if node.kind is Kind.STRING else 'an'} {node.kind}"
    name = next((name for name, it in criteria.items() if it.subject is event.MatchSubject.TOOL), None)
    meant = _as_string(plain(node), criteria[name].language) if name is not None else None
    if name is None or meant is None:
        return Finding(Place(route, Part.KEY), f"{message}; write one")
    shown = f'{{"{name}": {quote(meant)}}}'
    fix = Fix(f"Change to `{shown}`", partial(replace_value, file.tree, route, {name: meant}), preferred=True)
    return Finding(Place(route, Part.KEY), f"{message}; write `{shown}`", (fix,))


def _as_string(value: JSON, language: Language) -> str | None:
    """The string that says the same, if it can be told without losing anything."""
    if isinstance(value, dict) and len(value) == 1:
        key, value = next(iter(value.items()))
        return _as_string(value, language) if "tool" in key.lower() and not isinstance(value, dict) else None
    if isinstance(value, list) and value and all(isinstance(it, str) and it for it in value):
        bar = language.separators[:1] or ("|" if language.pattern is Pattern.REGEX else "")
        return bar.join(map(str, value)) if bar or len(value) == 1 else None
    return value if isinstance(value, str) else None


RULE = Rule("HW310", "wrong-matcher-kind", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
