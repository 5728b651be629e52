"""A hook that runs in the background tries to refuse.

## What it does

Reports commands with a key such as `async` that end with an exit code, or print an object, that would block the event.
It applies to agents that run hooks in the background, such as Claude Code.
Does not report hooks in the background that do not refuse, such as hooks that write a log.

## Why

The agent does not wait for the hook. The tool call has already happened when the hook refuses it.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo 'Not on main' >&2; exit 2", "async": true}]}
    ]
  }
}
```

Remove `async`:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo 'Not on main' >&2; exit 2"}]}
    ]
  }
}
```

## Fix

None: remove the key that runs the hook in the background, or the refusal.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.refusals import exits, printed_objects, refusing_words, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Part, Place, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        key = command.background
        refusal = _refusal(command) if key is not None and command.row.can_block else None
        if key is not None and refusal is not None:
            message = f"the agent does not wait for a hook with `{key}`, so {refusal} blocks nothing; remove `{key}`"
            yield Finding(Place((*command.route[:-1], key), Part.KEY), message)


def _refusal(command: HookCommand) -> str | None:
    """What the command refuses with, in words; None if it does not in so many words."""
    for it in exits(command.text):
        reaction = command.reaction(it.code)
        if reaction.refuses or reaction.must_continue:
            return f"`exit {it.code}`"
    for printed in printed_objects(command.text):
        for field, _ in refusing_words(command.row, printed.value):
            return f"`{'.'.join(field.path)}` as `{value_at(printed.value, field.path)}`"
    return None


RULE = Rule(
    "HW408", "async-cannot-decide", Severity.ERROR, __doc__, _check, stands_on=Fact.EVENT, specified=Severity.WARNING
)
