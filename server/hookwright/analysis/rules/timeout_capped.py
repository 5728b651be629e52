"""A time-out is longer than the agent ever waits on the event.

## What it does

Reports time-outs above the longest time that the agent waits for hooks of the event, such as 60 s on `SessionEnd` in
Claude Code.
Also reports time-outs in a plugin that do not count: in Claude Code, all `SessionEnd` hooks share 1.5 s, and only a
`timeout` in a settings file extends that.
For a time-out in the wrong unit, see [HW403](timeout-unit.md).

## Why

The agent stops the hook earlier than the file says, before it is done.

## Example

In `.claude/settings.json`, on `SessionEnd` of Claude Code:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "make archive", "timeout": 300}]}
    ]
  }
}
```

Write the longest time that has an effect:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "make archive", "timeout": 60}]}
    ]
  }
}
```

## Fix

Writes the longest time that has an effect. There is no fix in a plugin.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.durations import Duration
from hookwright.analysis.structure.hook_keys import hook_keys
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_value
from hookwright.syntax.tree import Kind


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        value, measure, row = key.value.value, key.field.measure, key.group.row
        if measure is None or row is None or row.running.most_timeout is None or key.value.kind is not Kind.NUMBER:
            continue
        if not isinstance(value, int | float):
            continue
        duration = Duration(key.field, measure, key.route, value)
        alone, scopes = row.running.timeout, row.running.raised_in
        if scopes is not None and alone is not None and subject.file.scope not in scopes:
            background = key.type.keys.background
            waited_for = background is None or not key.beside(background)
            if waited_for and alone < duration.seconds < float("inf") and duration.meant is None:
                yield Finding(Place(key.route), _in_plugin(row.name, key.field.name, alone))
        elif row.running.most_timeout < duration.seconds < float("inf") and duration.meant is None:
            most = f"{row.running.most_timeout * measure.unit.per_second:g}"
            edits = partial(replace_value, subject.file.tree, key.route, int(float(most)))
            message = (
                f"on `{row.name}` the agent waits {most} {measure.unit.value} at most, whatever `{key.field.name}` says"
            )
            fix = Fix(f"Change to `{most}`", edits, preferred=True)
            yield Finding(Place(key.route), f"{message}; write `{most}`", (fix,))


def _in_plugin(event: str, key: str, seconds: float) -> str:
    what = f"all `{event}` hooks share {seconds:g} s, which `{key}` in a plugin does not extend"
    return f"{what}; start longer work with `nohup … &`, or have users set a longer `{key}` in their settings"


RULE = Rule("HW415", "timeout-capped", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.EVENT)
