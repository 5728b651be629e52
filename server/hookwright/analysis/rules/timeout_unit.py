"""A time-out is written in the wrong unit.

## What it does

Reports numbers that look like milliseconds (1000 and more) for agents that count in seconds, as most agents do. Reports
numbers that look like seconds (less than 100) for agents that count in milliseconds, such as Gemini CLI and Kiro CLI.
Whole minutes, such as 1800 or 3600, count as seconds, because few people write them as milliseconds.

## Why

The agent waits hours instead of seconds for a hook that hangs. Or it stops the hook before it has begun.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timeout": 30000}]}
    ]
  }
}
```

Write the time in seconds:

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

Converts the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.durations import Duration, durations
from hookwright.model.field import JsonType
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_value


def _check(subject: Subject) -> Iterator[Finding]:
    for duration in durations(subject.file):
        if duration.meant is None:
            continue
        meant = int(duration.meant) if duration.meant.is_integer() else duration.meant
        if duration.field.kind is JsonType.INTEGER:
            meant = max(1, round(duration.meant))
        what = f"`{duration.field.name}` is in {duration.measure.unit.value}, and this is {_length(duration)}"
        fix = Fix(
            f"Change to `{meant}`", partial(replace_value, subject.file.tree, duration.route, meant), preferred=True
        )
        yield Finding(Place(duration.route), f"{what}; did you mean `{meant}`?", (fix,), cause=_cause(duration))


def _cause(duration: Duration) -> str:
    """What all durations of a file have in common that their author took to be in the same other unit."""
    return f"`{duration.field.name}` in another unit than {duration.measure.unit.value}"


def _length(duration: Duration) -> str:
    seconds = duration.seconds
    if seconds < 1:
        return f"{seconds:g} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.0f} hours"


RULE = Rule("HW403", "timeout-unit", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
