"""A key under `hooks` is not the name of an event.

## What it does

Reports names that are not an event of any agent, and suggests the nearest event. It applies to every agent.
A key with a note for people, such as `_comment`, is a hint.

## Why

The agent never runs the hooks under such a name, and most agents do not say so.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreTolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Correct the name:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Changes the name to the nearest event, or moves the groups into that event if the file already has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.structure.event_names import Slip, event_fixes, misnomer, name_place
from hookwright.config.view import EventView, HookFile
from hookwright.model.nesting import HOOKS
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove
from hookwright.syntax.tree import Kind


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for event in file.events:
        found = misnomer(file.dialect, event)
        if found is None:
            continue
        if found.slip is Slip.COMMENT:
            yield _note(file, event)
        elif found.slip is Slip.UNKNOWN:
            yield _finding(file, event, found.meant)


def _finding(file: HookFile, event: EventView, meant: str | None) -> Finding:
    place = name_place(event)
    severity = file.grammar.unknown_event
    if not file.base and event.name == HOOKS:
        message = "the events are at the root of this file, so those in `hooks` never run; take them out of it"
        return Finding(place, message, severity=severity)
    if file.manifest and event.name == HOOKS and event.value.kind is Kind.OBJECT:
        message = "the events of a manifest are right under its `hooks`, so those in this one never run; take them out"
        return Finding(place, message, severity=severity)
    what = f"`{event.name}` is not an event of {file.dialect.title}"
    if meant is None:
        return Finding(place, f"{what}, so its hooks never run; move them to another event", severity=severity)
    message = f"{what}, so its hooks never run; did you mean `{meant}`?"
    return Finding(place, message, event_fixes(file, event, meant), severity)


def _note(file: HookFile, event: EventView) -> Finding:
    fix = Fix(f"Remove `{event.name}`", partial(remove, file.tree, event.route), safe=False)
    message = f"`{event.name}` is not an event, so it is ignored; that is fine for a note"
    return Finding(name_place(event), message, (fix,), Severity.HINT, unnecessary=True)


RULE = Rule("HW201", "unknown-event", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
