r"""A command prints a decision in a form that the agent has replaced.

## What it does

Reports objects, written in the command itself, with a decision that the agent still reads in this form. The event has a
newer form, as `PreToolUse` in Claude Code has for `decision`.
Does not report the same key on events where it is the only form.

## Why

The decision still works. Newer versions of the agent may drop the old form, and it says less: it cannot make the agent
ask the user.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\"decision\": \"approve\"}'"}]}
    ]
  }
}
```

Write the newer form:

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{
  "type": "command",
  "command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"allow\"}}'"
}]}]}}
```

## Fix

None: write the decision in the newer form.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.refusals import printed_objects, value_at
from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Effect, Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        for printed in printed_objects(command.text):
            for field in command.row.outputs:
                is_old = field.deprecated and field.effect is Effect.DECIDES
                if is_old and value_at(printed.value, field.path) in tuple(field.words):
                    message = f"`{'.'.join(field.path)}` is deprecated on `{command.row.name}`; {field.deprecated}"
                    yield Finding(command.place(printed.text.start, printed.text.end), message)


RULE = Rule("HW420", "output-deprecated", Severity.INFORMATION, __doc__, _check, stands_on=Fact.EVENT)
