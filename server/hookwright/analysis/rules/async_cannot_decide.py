"""A hook that runs in the background refuses something.

## What it does

Reports commands that run in the background and yet end with an exit code, or print an object, by which their event
could be blocked.
Hooks in the background that refuse nothing explicitly, such as those that keep a log, are left alone.

## Why

The agent does not wait for a hook in the background: what it forbids has happened by the time it says so.

## Example

```json
{"type": "command", "command": "echo 'Not on main' >&2; exit 2", "async": true}
```

## Fix

None: remove the key that puts the hook into the background, or the refusal.
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
    """What the command refuses with, in words; None where it does not in so many words."""
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
