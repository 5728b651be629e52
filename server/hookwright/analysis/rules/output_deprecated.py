r"""A command decides in a form that the dialect has replaced.

## What it does

Reports literal objects with a decision that is still read, and has a newer form on that event.
The same key on events where it is the only form is left alone.

## Why

The newer form can say more, such as that the user is to be asked, and the old one may go.

## Example

```json
{"PreToolUse": [{"hooks": [{"type": "command", "command": "echo '{\"decision\": \"approve\"}'"}]}]}
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
