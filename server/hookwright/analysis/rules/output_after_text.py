r"""A command prints text before the object that the agent should read.

## What it does

Reports texts, and other objects, that a command prints to stdout before an object. It applies to agents that read
an object only if it is all of stdout, such as Claude Code.
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

from collections.abc import Iterator

from hookwright.analysis.commands.refusals import refusing_words
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.policies.printed import find_object
from hookwright.shell.parse import read_shell
from hookwright.shell.static_output import Printed, before, printed_in


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
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
