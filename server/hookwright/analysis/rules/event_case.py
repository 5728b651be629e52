"""An event in another case, or with other separators, than the dialect writes it.

## What it does

Reports names such as `preToolUse` or `pre_tool_use` where the event is called `PreToolUse`.

## Why

Event names are compared exactly, so the hooks below never run.
Some events differ between dialects only in case, which makes this the most common mistake when a file is copied.

## Example

```json
{"hooks": {"preToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}}
```

## Fix

Changes the name to the event's, or moves the groups into that event where the file has it already.
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
