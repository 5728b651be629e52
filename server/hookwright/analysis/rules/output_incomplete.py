r"""A command prints an object without a key that the agent requires.

## What it does

Reports objects, written in the command itself, that lack a key without which the agent does not read the rest, such as
`hookEventName` in `hookSpecificOutput` of Claude Code.
Does not report an object if a part of it is known only when the hook runs, and that part could be the key.

## Why

The agent drops the whole object. A decision to deny denies nothing: the tool runs, and the finding is an error.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "echo '{\"hookSpecificOutput\": {\"permissionDecision\": \"deny\"}}'"}
        ]
      }
    ]
  }
}
```

Add the key:

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{
  "type": "command",
  "command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"deny\"}}'"
}]}]}}
```

## Fix

None: add the key that the message names. In most cases it is `hookEventName` with the name of the event.
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
