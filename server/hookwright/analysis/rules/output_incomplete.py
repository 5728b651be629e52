r"""A command prints an object without a key that the agent requires.

## What it does

Reports objects, written in the command itself, that lack a key without which the agent does not read the rest, such as
`hookEventName` in `hookSpecificOutput` of Claude Code.
Reads the objects that scripts print, too, if all their keys are written out.
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
from functools import partial

from msgspec import Struct

from hookwright.analysis.commands.refusals import PrintedObject, printed_objects, refusing_words, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import printed_objects as printed_in_script
from hookwright.analysis.contract.uses import faults, is_read
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.shell.static_output import UNKNOWN


class Required(Struct, frozen=True):
    """A key that has to be there, with the words that it may have."""

    path: tuple[str, ...]
    words: tuple[str, ...]


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
        message = _message(Required(field.path, field.spelled))
        severity = Severity.ERROR if any(refusing_words(command.row, printed.value)) else None
        yield Finding(command.place(printed.text.start, printed.text.end), message, severity=severity)


def _message(field: Required) -> str:
    key = field.path[-1]
    example = f'"{key}": "{field.words[0]}"' if field.words else f'"{key}"'
    return f"`{'.'.join(field.path[:-1])}` is ignored without `{key}`; add `{example}`"


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    for it in printed_in_script(subject):
        for (field, refuses), uses in faults(subject, partial(_missing, it)):
            where = field.path[:-1]
            severity = Severity.ERROR if refuses else None
            yield finding_at(it.spot(where), _message(field), severity=severity, uses=uses)
            break


def _missing(it: KnownObject, use: ScriptUse) -> tuple[Required, bool] | None:
    """The first key without which the agent ignores the others, and whether these refuse."""
    if not it.whole or not use.reaction(0).reads_output or not is_read(use):
        return None
    for field in use.row.required_outputs:
        inside = value_at(it.value, field.path[:-1])
        if isinstance(inside, dict) and inside and field.path[-1] not in inside:
            return Required(field.path, field.spelled), any(refusing_words(use.row, it.value))
    return None


RULE = Rule(
    "HW417",
    "output-incomplete",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
