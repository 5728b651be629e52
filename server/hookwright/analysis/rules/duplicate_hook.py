"""The same hook appears twice under one event and matcher.

## What it does

Reports a hook that has the same type, command and other keys as an earlier hook of the same event and matcher.
Matchers are compared by what they match: `*` equals no matcher, and the order of names does not count. Time-outs do not
count either. It applies to every agent.

## Why

Most agents run both: you wait twice, and the effect happens twice.
Claude Code, Gemini CLI, Qwen Code, Factory droid and Crush run equal hooks only once. If you change one of them later,
both run. In Claude Code, the time-out of the last one counts.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "make audit"},
          {"type": "command", "command": "make audit", "timeout": 5}
        ]
      }
    ]
  }
}
```

Keep one of them:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make audit"}]}
    ]
  }
}
```

## Fix

Removes the later hook.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.structure.same_hooks import Standing, identity, place_of_body, repeated
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove


def _check(subject: Subject) -> Iterator[Finding]:
    for event in subject.file.events:
        for alike in repeated(event):
            yield from _repeated(subject.file, event, alike)


def _repeated(file: HookFile, event: EventView, alike: list[Standing]) -> Iterator[Finding]:
    first: dict[Hashable, HookView] = {}
    for group, hook in alike:
        earlier = first.setdefault(identity(file, (group, hook)), hook)
        if earlier is not hook:
            yield _finding(file, event, group, hook, earlier)


def _finding(file: HookFile, event: EventView, group: GroupView, hook: HookView, earlier: HookView) -> Finding:
    alone = hook.node is not group.node and len(group.hooks) == 1
    edits = partial(remove, file.tree, group.route if alone else hook.route)
    fix = Fix("Remove the second hook", edits, preferred=True, safe=False)
    effect = "runs only once" if file.dialect.duplicates is not None else "runs twice"
    message = f"the same hook is already under `{event.name}`, and {effect}; remove one"
    return Finding(place_of_body(hook), message, (fix,), related=((place_of_body(earlier), "the first one is here"),))


RULE = Rule("HW407", "duplicate-hook", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
