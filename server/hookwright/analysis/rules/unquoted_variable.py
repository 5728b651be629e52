r"""A variable of the agent is expanded without quotes.

## What it does

Reports variables that hold paths or values from the payload, where the shell splits the value into words and expands
`*` and `?` in it. It applies to every agent that sets such variables.
Does not report assignments, `[[ … ]]`, `case` words, here-documents, the words of a `for` loop, and folders that the
agent itself keeps whole.

## Why

A path with a space becomes two arguments. The shell does not find the script, or the command changes the wrong file.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh"}]}
    ]
  }
}
```

Put quotes around the variable:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh"}]}
    ]
  }
}
```

## Fix

Puts quotes around the variable.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.shells import HookShell, understood, variable_of
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.model.event import Source
from hookwright.model.reaction import Severity
from hookwright.shell.tree import Context, Use

# Values of the agent's own, in which there are no blanks.
_ONE_WORD = frozenset(
    {
        Source.EVENT,
        Source.SESSION_ID,
        Source.TIMESTAMP,
        Source.EPOCH,
        Source.DISPATCH_ID,
        Source.PLATFORM,
        Source.AMBIENT,
    }
)


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in understood(subject.file):
        for use in hook.shell.uses:
            if use.context is Context.BARE and _may_be_split(hook, use):
                text = hook.text[use.start : use.end]
                fix = hook.change(use.start, use.end, f'"{text}"')
                message = f"`{text}` is not quoted, so a path with spaces breaks; put quotes around it"
                yield Finding(hook.place(use.start, use.end), message, (fix,), cause=f"`{use.name}` without quotes")


def _may_be_split(hook: HookShell, use: Use) -> bool:
    variable = variable_of(hook.file.dialect, use.name)
    if variable is None or not variable.on(hook.group.event) or use.name in hook.shell.assigned:
        return False
    if variable.whole and use.braces is not variable.bare and use.plain:
        return False
    return variable.root or variable.source not in _ONE_WORD


RULE = Rule("HW507", "unquoted-variable", Severity.WARNING, __doc__, _check, has_fix=True)
