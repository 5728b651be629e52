r"""A command prints text before the object that the agent should read.

## What it does

Reports texts, and other objects, that a command prints to stdout before an object. It applies to agents that read
an object only if it is all of stdout, such as Claude Code.
In the scripts that commands run, reports what is printed before an object in every run that prints the object, and what
is printed right after it.
Does not report texts that go to stderr or into a file.

## Why

The agent treats all of the output as plain text. The decision in the object has no effect. If it would refuse, the
finding is an error.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "echo 'Checking'; echo '{\"systemMessage\": \"Checked\"}'"}
        ]
      }
    ]
  }
}
```

Send the text to stderr:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "echo 'Checking' >&2; echo '{\"systemMessage\": \"Checked\"}'"}
        ]
      }
    ]
  }
}
```

## Fix

Sends the text to stderr.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.refusals import refusing_words
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.changes import to_stderr
from hookwright.analysis.contract.objects import KnownObject, objects_in, text_of
from hookwright.analysis.contract.order import prints, with_before
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import refuses_by_object
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.policies.output import announces, value_at
from hookwright.policies.printed import find_object
from hookwright.scripts.effects import Print, Stream
from hookwright.shell.parse import read_shell
from hookwright.shell.static_output import UNKNOWN, Printed, before, printed_in


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        if "{" in command.text and command.row.outputs and command.reaction(0).reads_output:
            yield from _judge(command)


def _judge(command: HookCommand) -> Iterator[Finding]:
    commands = read_shell(command.text).sequence
    told: set[int] = set()
    for index, it in enumerate(commands):
        own = printed_in(command.text, [it])
        value = find_object(own[0].text) if own and not own[0].to_stderr else None
        if not value:
            continue
        severity = Severity.ERROR if any(refusing_words(command.row, value)) else None
        for text in printed_in(command.text, before(commands, index)):
            if not text.to_stderr and text.text.strip() and text.start not in told:
                told.add(text.start)
                yield _finding(command, text, severity)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told, asked = set[Print](), set[tuple[int, int, str]]()
    for text, it, where in _beside_objects(subject):
        # Many ends are behind the same two.
        key = id(text), id(it), where
        if text.stream is not Stream.STDOUT or key in asked:
            continue
        asked.add(key)
        uses = uses_with(subject, partial(_spoils, text, it, where))
        if uses and text not in told:
            told.add(text)
            severity = Severity.ERROR if any(refuses_by_object(use, it) for use in uses) else None
            message = f"this is printed {where} the JSON object, so the agent reads no JSON; send it to stderr"
            yield finding_at(text.spot, message, to_stderr(subject, text), severity, uses=uses)


def _beside_objects(subject: ScriptSubject) -> Iterator[tuple[Print, KnownObject, str]]:
    """What every run that prints an object has printed before it, and what some run prints right after it."""
    objects = {id(it): objects_in(subject.text, it) for it in subject.script.effects if isinstance(it, Print)}
    if not any(objects.values()):
        return
    for effect, done in with_before(subject.script.body):
        for it in objects.get(id(effect), ()):
            yield from ((text, it, "before") for text in prints(done))
    for ending in subject.endings.all:
        said = ending.state.said
        for index, one in enumerate(said):
            for it in objects[id(one)]:
                yield from ((text, it, "before") for text in said[:index])
                # Of two objects, the first is the one that is reported.
                behind = (text for text in said[index + 1 :] if not objects[id(text)])
                yield from ((text, it, "after") for text in behind)


def _spoils(text: Print, it: KnownObject, where: str, use: ScriptUse) -> bool:
    """Whether the agent finds the object, but not where the text is beside it."""
    words = text_of(text.value).replace(UNKNOWN, "x")
    if not words.strip() or not use.row.outputs or not is_read(use):
        return False
    if not use.reaction(0).reads_output or UNKNOWN in text_of(text.value)[:1]:
        return False
    if not any(value_at(it.value, field.path) is not None for field in use.row.outputs):
        return False
    parts = [words + "\n" * text.newline, json.dumps(it.value)]
    both = "".join(parts if where == "before" else ["\n".join(parts[::-1])])
    printing = use.dialect.printing
    spoiled = find_object(parts[1], printing) is not None and find_object(both, printing) is None
    return spoiled and not announces(both, use.row)


def _finding(command: HookCommand, text: Printed, severity: Severity | None) -> Finding:
    edits = command.change(text.end, text.end, " >&2").recipe
    message = "this is printed before the JSON object, so the agent reads no JSON; add `>&2`"
    fixes = (Fix("Send it to stderr", edits, preferred=True),)
    return Finding(command.place(text.start, text.end), message, fixes, severity)


RULE = Rule(
    "HW419",
    "output-after-text",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
