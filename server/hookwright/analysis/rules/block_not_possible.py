r"""A command refuses on an event if nothing can be refused.

## What it does

Reports commands on events that cannot be blocked, if they try to refuse. They exit with the code that blocks other
events, after a message that says that something is blocked, denied or not allowed. Or they print an object with a
decision that refuses on other events. It applies to every agent with such events, such as `SessionEnd` in Claude Code.
Also reads the scripts that commands run. There, the message has to be right before the exit, with no decision between.
Does not report exit codes that have another meaning on the event, such as telling the model something.

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
from functools import partial
from typing import NamedTuple

from hookwright.analysis.commands.refusals import exits, futile_field, printed_objects, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import printed_objects as printed_in_script
from hookwright.analysis.contract.refusals import refusing_prints
from hookwright.analysis.contract.uses import faults, is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.dialect import Dialect
from hookwright.model.reaction import Choice, Reaction, Severity, Status
from hookwright.scripts.values import Spot


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        if not command.row.can_block:
            yield from _by_exit(command)
            yield from _by_object(command)


def _by_exit(command: HookCommand) -> Iterator[Finding]:
    for it in exits(command.text):
        if (
            it.code
            and it.refuses
            and _blocks_elsewhere(command.file.dialect, it.code)
            and _is_plain_failure(command, it.code)
        ):
            message = f"`{command.row.name}` cannot be blocked, so `exit {it.code}` has no effect"
            yield Finding(command.place(it.start, it.end), f"{message}; move the hook to an event that can be blocked")


def _by_object(command: HookCommand) -> Iterator[Finding]:
    for it in printed_objects(command.text):
        field = futile_field(command.file.dialect, command.row, command.reaction(0), it.value)
        if field is not None:
            said = f"`{'.'.join(field.path)}` as `{value_at(it.value, field.path)}`"
            message = f"`{command.row.name}` cannot be blocked, so {said} has no effect"
            place = command.place(it.text.start, it.text.end)
            yield Finding(place, f"{message}; move the hook to an event that can be blocked")


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told = set[Spot]()
    for ending in subject.endings.all:
        code, spot = ending.code, ending.spot
        if not code or spot is None or spot in told or not refusing_prints(subject, ending.state.said):
            continue
        uses = uses_with(subject, partial(_is_futile, code))
        if uses:
            told.add(spot)
            message = f"{subject.named(uses)} cannot be blocked, so `exit {code}` has no effect"
            yield finding_at(spot, f"{message}; run the script on an event that can be blocked", uses=uses)
    for it in printed_in_script(subject):
        for field, uses in faults(subject, partial(_futile_word, it)):
            message = f"{subject.named(uses)} cannot be blocked, so `{'.'.join(field.path)}` has no effect"
            yield finding_at(
                it.spot(field.path), f"{message}; run the script on an event that can be blocked", uses=uses
            )
            break


def _is_futile(code: int, use: ScriptUse) -> bool:
    plain = not use.row.can_block and use.reaction(code).status is Status.FAILED
    return plain and is_read(use) and _blocks_elsewhere(use.dialect, code)


def _futile_word(it: KnownObject, use: ScriptUse) -> _At | None:
    field = futile_field(use.dialect, use.row, use.reaction(0), it.value)
    return None if field is None or not is_read(use) else _At(field.path)


class _At(NamedTuple):
    """The path of a field."""

    path: tuple[str, ...]


def _blocks_elsewhere(dialect: Dialect, code: int) -> bool:
    tables = [it.exits for it in dialect.events]
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
    "HW513",
    "block-not-possible",
    Severity.ERROR,
    __doc__,
    _check,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
