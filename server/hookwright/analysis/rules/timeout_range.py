"""A time-out is not a time that the agent can wait.

## What it does

Reports time-outs of zero, below zero, or without end. A time-out above an hour is a hint. A time-out of
zero or less is a hint too if the agent then uses its default. It applies to every agent that has time-outs.

## Why

The effect depends on the agent, which uses the default, stops the hook at once, or does not run it. Claude Code does
not run a hook with a time-out of zero or less. For Codex, zero means one second.
With a time-out above an hour, the agent seems to hang when the hook does.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timeout": -1}]}
    ]
  }
}
```

Write a number above zero, or remove the key:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timeout": 30}]}
    ]
  }
}
```

## Fix

Removes the key, if the default then holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.durations import HOUR, Duration, durations
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove


def _check(subject: Subject) -> Iterator[Finding]:
    for duration in durations(subject.file):
        name, shortest = duration.field.name, duration.measure.shortest
        if duration.value == 0 and duration.measure.endless:
            continue
        if duration.value == 0 and shortest is not None:
            message = f"`{name}` is at least {shortest:g} s, so 0 means that; write it, or remove the key"
            yield Finding(Place(duration.route), message, _removal(subject, duration), severity=Severity.HINT)
            continue
        fallback = duration.measure.fallback
        if duration.value <= 0 and fallback is not None:
            message = f"`{name}` of 0 or less means the default, {fallback:g} s; write that, or remove the key"
            yield Finding(Place(duration.route), message, _removal(subject, duration), severity=Severity.HINT)
            continue
        if not math.isfinite(duration.value) or duration.value <= 0:
            message = f"`{name}` must be a finite number above 0; change or remove it"
            severity = Severity.WARNING if duration.field.reading.is_lenient else None
            yield Finding(Place(duration.route), message, _removal(subject, duration), severity=severity)
        elif duration.seconds > HOUR and duration.meant is None:
            message = (
                f"`{name}` is {duration.seconds / HOUR:.1f} hours, and the agent waits that long for a hook that hangs"
            )
            yield Finding(Place(duration.route), message, severity=Severity.HINT)


def _removal(subject: Subject, duration: Duration) -> tuple[Fix, ...]:
    if duration.field.required:
        return ()
    edits = partial(remove, subject.file.tree, duration.route)
    return (Fix(f"Remove `{duration.field.name}`", edits, preferred=True, safe=False),)


RULE = Rule("HW404", "timeout-range", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
