"""A hook is where a matcher group is expected.

## What it does

Reports entries under an event that have the keys of a hook (`type`, `command`) but no list of `hooks`.
It applies to agents with matcher groups, such as Claude Code, Codex, Gemini CLI, Qwen Code and Factory droid.

## Why

The agent looks for `hooks` in each entry and finds none, so the hook never runs. A guard lets every call through.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "type": "command", "command": "make lint"}
    ]
  }
}
```

Put the hook in a list of `hooks`:

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

Puts the hook into a list of `hooks` and leaves the matcher outside. Adds `type` if it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.objects import type_meant
from hookwright.analysis.structure.regrouping import wrapped_hook
from hookwright.model.nesting import HOOKS, TYPE
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind, member


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    grammar = file.grammar
    if not grammar.nesting.is_grouped:
        return
    for group, hook in file.hooks:
        if not hook.misplaced or hook.node.kind is not Kind.OBJECT:
            continue
        kind = hook.type or type_meant(grammar, hook.node)
        telling = next((it for it in (kind.body if kind else TYPE, TYPE) if member(hook.node, it)), None)
        place = Place((*hook.route, telling), Part.KEY) if telling else Place(hook.route)
        message = f"a matcher group is expected here, so this hook never runs; wrap it in `{HOOKS}`"
        edits = partial(wrapped_hook, file.tree, grammar, group.route, kind.name if kind else None)
        fixes = (Fix(f"Wrap in `{HOOKS}`", edits, preferred=True, activates=1),)
        yield Finding(place, message, fixes, fact=hook.route)


RULE = Rule("HW104", "hook-not-wrapped", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
