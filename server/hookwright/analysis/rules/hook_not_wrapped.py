"""A hook is where a matcher group is expected.

## What it does

Reports entries under an event that have what a hook has (`type`, `command`), but no list of `hooks`.

## Why

The agent looks for `hooks` in each entry, finds none, and runs nothing: a guard that is written like this never guards.

## Example

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "command": "./guard.sh"}]}}
```

## Fix

Puts the hook into a list of `hooks`, the matcher stays outside, and `type` is added where it is missing.
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
        yield Finding(place, message, fixes)


RULE = Rule("HW104", "hook-not-wrapped", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
