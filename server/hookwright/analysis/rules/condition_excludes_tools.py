"""A condition keeps a hook from running for some of the tools in its matcher.

## What it does

Reports hooks with a condition (`if`) about one tool, if the matcher names other tools too and no hook with the same
command runs for these. Claude Code has such conditions.
Does not report a matcher without names, such as `*`: the condition then says what the hook is for.

## Why

The hook never runs for the other tools. A guard lets every call of them through, although its matcher names them.
In Claude Code, `Edit(…)` does not cover calls of `Write`.
On an event if nothing can be refused, the finding is information.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "make lint", "if": "Edit(src/**)"}]}
    ]
  }
}
```

Give each tool a hook with its own condition:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [
          {"type": "command", "command": "make lint", "if": "Edit(src/**)"},
          {"type": "command", "command": "make lint", "if": "Write(src/**)"}
        ]
      }
    ]
  }
}
```

## Fix

None: add a hook for each of the other tools, or remove them from the matcher.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys, listing
from hookwright.config.view import HookFile
from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.matching.permission_rule import parse_rule
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind, child


def _check(subject: Subject) -> Iterator[Finding]:
    file, condition = subject.file, subject.file.dialect.condition
    for key in hook_keys(file) if condition.key else ():
        if key.field.name == condition.key and key.group.event in condition.events and key.value.kind is Kind.STRING:
            excluded = _excluded(file, key, str(key.value.value))
            if excluded:
                yield _finding(key, excluded)


def _excluded(file: HookFile, key: HookKey, text: str) -> tuple[str, ...]:
    """The tools that the matcher names and the condition is not about; none if it is about none of them."""
    rule, named = parse_rule(text), _named(file, key)
    meant = {it for it in named if rule is not None and _is_about(file, rule.tool, it)}
    if not meant:
        return ()
    elsewhere = {it for it in named if _runs_elsewhere(file, key, it)}
    return tuple(it for it in named if it not in meant | elsewhere)


def _is_about(file: HookFile, rule: str, tool: str) -> bool:
    return rule == tool or rule in file.dialect.further_names(tool)


def _named(file: HookFile, key: HookKey) -> tuple[str, ...]:
    """The tools that a matcher of plain names is for, without those that the agent no longer has."""
    dialect, node = file.dialect, key.group.matcher
    if node is None or node.kind is not Kind.STRING:
        return ()
    matcher = parse_matcher(dialect.matchers.for_event(key.group.event), str(node.value))
    if matcher.form is not Form.NAMES:
        return ()
    tools = [it for it in dialect.tools if not it.replaced_by and not it.answers_for]
    return tuple(it.name for it in tools if match(matcher, it.name).matched)


def _runs_elsewhere(file: HookFile, key: HookKey, tool: str) -> bool:
    """Whether another hook on the event with the same command may run for that tool."""
    body = child(key.hook.node, key.type.body)
    for group, hook in file.hooks:
        if hook.route == key.hook.route or group.event != key.group.event or hook.type is None or hook.misplaced:
            continue
        other = child(hook.node, hook.type.body)
        if other is None or body is None or other.value != body.value or not _matches(file, group.matcher, key, tool):
            continue
        condition = child(hook.node, key.field.name)
        rule = parse_rule(str(condition.value)) if condition is not None and condition.kind is Kind.STRING else None
        if rule is None or _is_about(file, rule.tool, tool):
            return True
    return False


def _matches(file: HookFile, node: object, key: HookKey, tool: str) -> bool:
    text = getattr(node, "value", None)
    if text is not None and not isinstance(text, str):
        return False
    return match(parse_matcher(file.dialect.matchers.for_event(key.group.event), text), tool).matched


def _finding(key: HookKey, excluded: tuple[str, ...]) -> Finding:
    row, names = key.group.row, listing(excluded)
    can_refuse = row is not None and row.can_block
    effect = f"so calls of {names} pass unchecked" if can_refuse else "which the matcher names"
    message = f"this condition keeps the hook from running for {names}, {effect}; add a hook for each other tool"
    severity = None if can_refuse else Severity.INFORMATION
    return Finding(Place(key.route), message, severity=severity)


RULE = Rule("HW422", "condition-excludes-tools", Severity.WARNING, __doc__, _check, stands_on=Fact.FILE)
