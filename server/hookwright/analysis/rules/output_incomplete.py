r"""A command prints an object without the key that makes the rest be read.

## What it does

Reports literal objects, such as `hookSpecificOutput`, that lack a key that the others need.
Objects of which a part is only known at run time are left alone where that part could be the key.

## Why

The agent throws away all of the object: a decision to deny denies nothing.

## Example

```json
{"type": "command", "command": "echo '{\"hookSpecificOutput\": {\"permissionDecision\": \"deny\"}}'"}
```

## Fix

None: add the key, which is `"hookEventName"` with the event's own name in most cases.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.refusals import PrintedObject, printed_objects, refusing_words, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.shell.static_output import UNKNOWN


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        found = printed_objects(command.text) if command.row.required_outputs else ()
        if found and command.reaction(0).reads_output:
            for it in found:
                yield from _judge(command, it)


def _judge(command: HookCommand, printed: PrintedObject) -> Iterator[Finding]:
    for field in command.row.required_outputs:
        inside = value_at(printed.value, field.path[:-1])
        if not isinstance(inside, dict) or not inside or field.path[-1] in inside:
            continue
        if any(UNKNOWN in key for key in inside):
            continue
        example = f'"{field.path[-1]}": "{field.spelled[0]}"' if field.spelled else f'"{field.path[-1]}"'
        where = ".".join(field.path[:-1])
        message = f"`{where}` is ignored without `{field.path[-1]}`; add `{example}`"
        severity = Severity.ERROR if any(refusing_words(command.row, printed.value)) else None
        yield Finding(command.place(printed.text.start, printed.text.end), message, severity=severity)


RULE = Rule(
    "HW417", "output-incomplete", Severity.WARNING, __doc__, _check, stands_on=Fact.EVENT, specified=Severity.WARNING
)
