"""A hook has a condition that is never true on its event.

## What it does

Reports conditions (`if`) on events that are not about a tool call, such as `Stop`. Also reports conditions about a tool
that the group's matcher excludes, such as `Read(src/**)` with the matcher `Bash`. Claude Code has such conditions.
Does not report a condition if the matcher includes similar tools, because one rule may cover all tools that change
files.

## Why

Claude Code compares the condition with the tool call. If there is no call, or only calls of other tools, the hook never
runs, and Claude Code does not say so.

## Example

In `.claude/settings.json`, on `Stop` of Claude Code:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make test", "if": "Bash(git commit *)"}]}
    ]
  }
}
```

Move the hook to an event with tool calls, or remove the condition:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make test", "if": "Bash(git commit *)"}]}
    ]
  }
}
```

## Fix

Removes a condition that is never true on its event. The hook then runs every time.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys, listing
from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.matching.permission_rule import joiner, parse_rule
from hookwright.model.dialect import Dialect
from hookwright.model.reaction import Severity
from hookwright.model.tool import Tool
from hookwright.syntax.tree import Kind


def _check(subject: Subject) -> Iterator[Finding]:
    dialect = subject.file.dialect
    for key in hook_keys(subject.file) if dialect.condition.key else ():
        if key.field.name != dialect.condition.key or key.value.value == "":
            continue
        if key.group.event not in dialect.condition.events:
            fix = Fix(f"Remove `{key.field.name}`", key.removal(), preferred=True, safe=False)
            message = f"`{key.group.event}` has no tool call, so a hook with `{key.field.name}` never runs on it"
            yield Finding(Place(key.route, Part.KEY), f"{message}; remove `{key.field.name}`", (fix,))
        elif key.value.kind is Kind.STRING:
            yield from _kept_out(dialect, key)


def _kept_out(dialect: Dialect, key: HookKey) -> Iterator[Finding]:
    """The condition's tool, where the matcher lets through none that is anything like it."""
    text = str(key.value.value)
    # What joins several rules is wrong whatever the matcher is.
    rule = parse_rule(text) if joiner(text) is None else None
    meant = dialect.tool(rule.tool) if rule is not None else None
    let_through = _let_through(dialect, key)
    if meant is None or not let_through or any(_alike(dialect, meant, it) for it in let_through):
        return
    names = listing(it.name for it in let_through)
    message = f"the matcher only matches {names}, so a condition on `{meant.name}` is never true"
    yield Finding(Place(key.route, piece=(0, len(str(key.value.value)))), f"{message}; make them agree")


def _let_through(dialect: Dialect, key: HookKey) -> tuple[Tool, ...]:
    """The tools that a matcher of plain names lets through; none if it may let through others too."""
    node = key.group.matcher
    if node is None or node.kind is not Kind.STRING:
        return ()
    matcher = parse_matcher(dialect.matchers.for_event(key.group.event), str(node.value))
    if matcher.form is not Form.NAMES or any(dialect.tool(it.text) is None for it in matcher.names):
        return ()
    return tuple(it for it in dialect.tools if match(matcher, it.name).matched)


def _alike(dialect: Dialect, one: Tool, other: Tool) -> bool:
    """Whether a rule about one tool may be about the other: it is the same, replaces it, or works on the same."""
    if one.name in (other.name, other.replaced_by) or other.name == one.replaced_by:
        return True
    subject = dialect.calls.about(one.input)
    return subject is not None and subject is dialect.calls.about(other.input)


RULE = Rule("HW409", "condition-never-holds", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
