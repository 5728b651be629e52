r"""A hook stops the agent by `continue`, but the call that it judges still runs.

## What it does

Reports objects with `"continue": false` that say in words that they refuse, such as "not allowed", but have no
decision. It applies if the agent runs the call first and ends its turn only then, as Claude Code does on `PreToolUse`.
It looks at objects that are written in commands, and at those that scripts print.

Does not report objects that also deny, allow or ask, and objects behind which the script ends with a code that refuses.

## Why

The hook means to keep the agent from doing something. The agent does it anyway, and stops then. When the user reads why
it is not allowed, it is done.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "WebFetch",
        "hooks": [{"type": "command", "command": "echo '{\"continue\": false, \"stopReason\": \"Not allowed here\"}'"}]
      }
    ]
  }
}
```

Deny the call:

```json
{"hooks": {"PreToolUse": [{"matcher": "WebFetch", "hooks": [{
  "type": "command",
  "command": "echo 'Not allowed here' >&2; exit 2"
}]}]}}
```

## Fix

None: whether the agent should stop as well is up to the author.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from hookwright.analysis.commands.refusals import exits, printed_objects, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import printed_objects as printed_in_script
from hookwright.analysis.contract.refusals import refuses_in_words
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.event import EventRow
from hookwright.model.reaction import Effect, OutputField, Severity
from hookwright.policies.output_advice import advice_on


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        stop = _stop(command.row) if command.reaction(0).reads_output else None
        if stop is None or any(_blocks(command, it.code) for it in exits(command.text)):
            continue
        for it in printed_objects(command.text):
            if _only_stops(command.row, stop, it.value):
                place = command.place(it.text.start, it.text.end)
                yield Finding(place, _message(command.row, stop))


def _blocks(command: HookCommand, code: int) -> bool:
    reaction = command.reaction(code)
    return reaction.refuses or reaction.must_continue


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    for it in printed_in_script(subject):
        uses = uses_with(subject, partial(_lets_run, subject, it))
        stop = _stop(uses[0].row) if uses else None
        if stop is not None:
            yield finding_at(it.spot(stop.path), _message(uses[0].row, stop), uses=uses)


def _lets_run(subject: ScriptSubject, it: KnownObject, use: ScriptUse) -> bool:
    """Whether the object stops the agent behind the event, and nothing refuses that."""
    stop = _stop(use.row)
    if stop is None or not it.whole or not is_read(use) or not _only_stops(use.row, stop, it.value):
        return False
    codes = {one.code for one in subject.endings.all if any(printed is it.printed for printed in one.prints)}
    return bool(codes) and all(code is not None and not use.blocks(code) for code in codes)


def _stop(row: EventRow) -> OutputField | None:
    """The field that stops the agent only behind the event."""
    return next((it for it in row.outputs if it.afterwards), None)


def _only_stops(row: EventRow, stop: OutputField, value: Mapping[str, Any]) -> bool:
    """Whether the object stops the agent, and refuses in words alone."""
    decisions = (it for it in row.outputs if it.effect is Effect.DECIDES)
    if value_at(value, stop.path) is not False or any(value_at(value, it.path) is not None for it in decisions):
        return False
    said = (value_at(value, it.path) for it in row.outputs if it.effect in (Effect.STOP_REASON, Effect.MESSAGE))
    return any(isinstance(it, str) and refuses_in_words(it) for it in said)


def _message(row: EventRow, stop: OutputField) -> str:
    advice = advice_on("decision", "deny", row)
    behind = f"; {advice}" if advice else ""
    return f"`{'.'.join(stop.path)}` as `false` ends the turn, but does not refuse the call: it runs first{behind}"


RULE = Rule(
    "HW425",
    "continue-refuses-nothing",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.INFORMATION,
)
