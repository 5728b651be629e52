r"""Single quotes keep the shell from expanding a variable or a substitution in a message.

## What it does

Reports `$(…)`, the variables of the agent, and variables of the command itself, in single quotes in the arguments of
`echo`, `printf` and similar programs. It applies to every agent.
Does not report texts that go to another program or into a file, because they may be code. Does not report programs in
single quotes for `awk`, `jq`, `sh -c` and others, in which `$` has another meaning.

## Why

The shell expands text in double quotes, but not in single quotes: the message contains `$(date)` instead of the time.

## Example

In `.claude/settings.json`, on `SessionEnd` of Claude Code:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "echo 'Ended at $(date)'"}]}
    ]
  }
}
```

Use double quotes:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "echo \"Ended at $(date)\""}]}
    ]
  }
}
```

## Fix

Writes double quotes, if nothing else in the text changes because of them. Otherwise puts them around that piece only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.commands.shells import HookShell, understood, variable_of
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.shell.tree import PartKind, ShellCommand, Word

_PRINTERS = frozenset({"echo", "printf", "notify-send", "say", "logger", "wall"})
_EXPANSION = late_pattern(
    r"(?<![\\$`%])\$(?:\((?P<program>[a-z][\w-]+)\b[^()`]*\)|(?P<name>[A-Za-z_]\w+)|\{(?P<braced>\w+)\})"
)
_CHANGES_IN_DOUBLE_QUOTES = late_pattern(r'["\\`!]')
_READ_BY_PEOPLE = late_pattern(r"&?[12]|.*\.(?:log|txt)[\"']?|[\"']?/dev/(?:stderr|stdout|tty)[\"']?", re.DOTALL)


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in understood(subject.file):
        for command in hook.shell.commands if "'" in hook.text and "$" in hook.text else ():
            if command.name in _PRINTERS and _is_message(command):
                for word in command.words[1:]:
                    yield from _in_word(hook, word)


def _is_message(command: ShellCommand) -> bool:
    """Whether what is printed is for somebody to read: it goes to no other program, and into no file but a log."""
    written = (it.text for it in command.redirections if it.operator.startswith((">", "&>")))
    inside = command.substitution is not None and command.substitution.command is not None
    return command.flow.stage is None and not inside and all(_READ_BY_PEOPLE.fullmatch(it) for it in written)


def _in_word(hook: HookShell, word: Word) -> Iterator[Finding]:
    if any(it.kind is PartKind.COMMANDS and not it.quote for it in word.parts):
        return
    for part in word.parts:
        text, start = part.text if part.quote == "'" else "", part.start
        meant = [it for it in _EXPANSION.finditer(text) if _is_known(hook, it)]
        alone = text.count("$") == len(meant) and not _CHANGES_IN_DOUBLE_QUOTES.search(text)
        for it in meant:
            if alone:
                fix = hook.change(start - 1, start + len(text) + 1, f'"{text}"', safe=False)
            else:
                fix = hook.change(start + it.start(), start + it.end(), f"'\"{it[0]}\"'", safe=False)
            message = f"`{it[0]}` is in single quotes, so it is printed literally; use double quotes"
            yield Finding(hook.place(start + it.start(), start + it.end()), message, (fix,))


def _is_known(hook: HookShell, found: re.Match[str]) -> bool:
    """Whether the shell would put something there: a program's output, or a variable that there is."""
    name = found["name"] or found["braced"]
    if name is None:
        return True
    variable = variable_of(hook.file.dialect, name)
    return name in hook.shell.assigned or (variable is not None and variable.on(hook.group.event))


RULE = Rule("HW515", "substitution-in-single-quotes", Severity.HINT, __doc__, _check, has_fix=True)
