r"""A command refuses on an event where nothing can be refused.

## What it does

Reports commands on events that cannot be blocked, if they end with the exit code that blocks other events after a
message that says that something is blocked, denied or not allowed, or if they print an object with a decision that
refuses on other events. It applies to every agent with such events, such as `SessionEnd` in Claude Code.
Does not report codes that have a meaning of their own on the event, such as telling the model something.

## Why

The refusal has no effect: what the hook wants to refuse has already happened, or still happens.

## Example

In `.claude/settings.json`, on `SessionEnd` of Claude Code:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "echo 'Blocked: run the tests first' >&2; exit 2"}]}
    ]
  }
}
```

Move the hook to an event that can be blocked, and let it pass the second time:

```json
{"hooks": {"Stop": [{"hooks": [{
  "type": "command",
  "command": "grep -q '\"stop_hook_active\": *true' && exit 0; echo 'Blocked: run the tests first' >&2; exit 2"
}]}]}}
```

## Fix

None: move the hook to an event that comes before the action that it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.refusals import exits, futile_field, printed_objects, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Choice, Reaction, Severity, Status


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        if not command.row.can_block:
            yield from _by_exit(command)
            yield from _by_object(command)


def _by_exit(command: HookCommand) -> Iterator[Finding]:
    for it in exits(command.text):
        if it.code and it.refuses and _blocks_elsewhere(command, it.code) and _is_plain_failure(command, it.code):
            message = f"`{command.row.name}` cannot be blocked, so `exit {it.code}` has no effect"
            yield Finding(command.place(it.start, it.end), f"{message}; move the hook to an event that can be blocked")


def _by_object(command: HookCommand) -> Iterator[Finding]:
    for it in printed_objects(command.text):
        field = futile_field(command, it.value)
        if field is not None:
            said = f"`{'.'.join(field.path)}` as `{value_at(it.value, field.path)}`"
            message = f"`{command.row.name}` cannot be blocked, so {said} has no effect"
            place = command.place(it.text.start, it.text.end)
            yield Finding(place, f"{message}; move the hook to an event that can be blocked")


def _blocks_elsewhere(command: HookCommand, code: int) -> bool:
    tables = [it.exits for it in command.file.dialect.events]
    if any(_refuses(entry) for table in tables for entry in table.codes.values()):
        return any(_refuses(table.codes.get(code)) for table in tables)
    # Where no code is singled out, a failure of any kind may refuse, perhaps by the hook's own choice.
    others = (table.other for table in tables)
    return any(_refuses(it) for entry in others for it in _reactions(entry))


def _reactions(entry: Reaction | Choice) -> tuple[Reaction, ...]:
    return (*entry.cases.values(), entry.otherwise) if isinstance(entry, Choice) else (entry,)


def _refuses(entry: Reaction | Choice | None) -> bool:
    return isinstance(entry, Reaction) and (entry.refuses or entry.must_continue)


def _is_plain_failure(command: HookCommand, code: int) -> bool:
    return command.reaction(code).status is Status.FAILED


RULE = Rule(
    "HW513", "block-not-possible", Severity.ERROR, __doc__, _check, stands_on=Fact.EVENT, specified=Severity.WARNING
)
