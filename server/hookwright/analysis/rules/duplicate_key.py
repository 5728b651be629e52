"""The same key appears twice in one object.

## What it does

Reports a key that is repeated further down in the same object.

## Why

Only the last of equal keys counts, so everything under the earlier one is silently lost.
It happens most often when a second group of hooks is pasted under an event that is already there.

## Example

```json
{"hooks": {"PreToolUse": [{"hooks": []}], "PreToolUse": []}}
```

## Fix

Removes the earlier one, which is what every reader does already.
Where its hooks are wanted, move them into the later list by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hookwright.analysis.rule import Finding, Rule, Subject, text_faults
from hookwright.config.view import HookFile
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    text = subject.file.tree.text
    found = text_faults(
        subject,
        ProblemKind.DUPLICATE_KEY,
        lambda it: f"Remove this `{text[it.span.start : it.span.end].strip(chr(34))}`",
        safe=False,
    )
    lost = _lost_hooks(subject.file)
    for it in found:
        is_lost = it.place.span is not None and it.place.span.start in lost
        yield replace(it, severity=Severity.ERROR) if is_lost else it


def _lost_hooks(file: HookFile) -> frozenset[int]:
    """Where the keys begin that hold hooks if they hold anything, and are not read if they are repeated."""
    root, hooks = file.tree.root, file.hooks_node
    keys = [it for it in (root.members if root is not None else ()) if it.name == file.grammar.hooks_key]
    events = [it for it in (hooks.members if hooks is not None else ()) if file.dialect.event(it.name) is not None]
    return frozenset(it.key.start for it in (*keys, *events) if it.value.items or it.value.members)


RULE = Rule("HW002", "duplicate-key", Severity.WARNING, __doc__, _check, has_fix=True, specified=Severity.WARNING)
