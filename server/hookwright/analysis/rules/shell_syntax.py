"""The shell cannot parse a hook's command.

## What it does

Reports what bash refuses: quotes, parentheses, braces and `if`, `for`, `while` or `case` that nothing closes, words
such as `fi` that close nothing, operators without a command, redirections without a file, and whatever else cannot
stand where it does.
Of templates, which something fills in before a shell reads them, and of very long commands, it says nothing.

## Why

The shell stops with an error before it runs anything, every time; depending on the agent, the tool call then goes
through without being looked at, or is refused for no reason.

## Example

```json
{"type": "command", "command": "if [ -f .lint ]; then make lint"}
```

## Fix

None: close what is open.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.hook_shells import hook_shells
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_shells(subject.file):
        fault = command.shell.fault
        if fault is not None:
            yield Finding(command.place(fault.start, fault.end), f"the shell cannot read this: {fault.message}")


RULE = Rule("HW508", "shell-syntax", Severity.ERROR, __doc__, _check, reach=Reach.GROUP)
