"""A command tries to refuse, but its exit code does not block.

## What it does

Reports an `exit` after a message that says that something is blocked, denied or not allowed, if another exit code
blocks the event, but not this one. It applies to every agent in which an exit code refuses.

## Why

The agent shows the message at most. The tool call that the hook wants to refuse still happens.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "grep -q 'rm -rf' && { echo 'Blocked: rm -rf' >&2; exit 1; }; exit 0"}
        ]
      }
    ]
  }
}
```

In Claude Code, exit code 2 blocks:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "grep -q 'rm -rf' && { echo 'Blocked: rm -rf' >&2; exit 2; }; exit 0"}
        ]
      }
    ]
  }
}
```

## Fix

Writes the code that blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.refusals import exits, printed_objects, refusing_words
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        code = _blocking_code(command) if "exit" in command.text else None
        if code is None or any(any(refusing_words(command.row, it.value)) for it in printed_objects(command.text)):
            continue
        for it in exits(command.text):
            reaction = command.reaction(it.code)
            if it.code and it.refuses and not (reaction.refuses or reaction.must_continue):
                message = f"`exit {it.code}` does not block `{command.row.name}`; `exit {code}` does"
                fix = command.change(it.end - len(str(it.code)), it.end, str(code), safe=False)
                yield Finding(command.place(it.start, it.end), message, (fix,))


def _blocking_code(command: HookCommand) -> int | None:
    """The lowest code that is known to block the event, None where none does."""
    for code in sorted(command.row.exits.codes):
        reaction = command.reaction(code)
        if reaction.refuses or reaction.must_continue:
            return code
    return None


RULE = Rule(
    "HW511",
    "exit-code-cannot-block",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
