"""An event has another case or other separators than the agent expects.

## What it does

Reports names such as `preToolUse` or `pre_tool_use` where the agent calls the event `PreToolUse`.
Some agents, such as Copilot, Crush and OpenHands, accept several spellings: nothing is reported for these.

## Why

The agent compares names of events letter by letter, so the hooks under such a name never run.
Agents use different spellings: Cursor has `preToolUse`, Claude Code has `PreToolUse`. The mistake often comes from
copying a file from one agent to another.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "preToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write the name as the agent spells it:

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

Changes the name to that of the event, or moves the groups into that event if the file already has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.structure.event_names import Slip, event_fixes, misnomer, name_place
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for event in file.events:
        found = misnomer(file.dialect, event)
        if found is None or found.slip is not Slip.SPELLING or found.meant is None:
            continue
        message = (
            f"`{event.name}` is spelled `{found.meant}` in {file.dialect.title}; change it, or its hooks never run"
        )
        yield Finding(name_place(event), message, event_fixes(file, event, found.meant))


RULE = Rule("HW202", "event-case", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
