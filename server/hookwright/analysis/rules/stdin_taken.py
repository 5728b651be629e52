r"""A here-document takes the place of the payload.

## What it does

Reports interpreters that get their program from a here-document, if the program then reads stdin. It applies to every
agent.

## Why

A process has one stdin. Here the program itself comes through it, so the payload never arrives, and the program reads
nothing.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "python3 - <<'E'\nimport json, sys\nprint(json.load(sys.stdin)['tool_name'])\nE"
          }
        ]
      }
    ]
  }
}
```

Pass the program with `-c`, or put it in a file:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "python3 -c \"import json, sys; print(json.load(sys.stdin)['tool_name'])\""}
        ]
      }
    ]
  }
}
```

## Fix

None: put the program in a file, or pass it with `-c` or `-e`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.shells import understood
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.shell.tree import ShellCommand

_READS_STDIN = {
    "python": late_pattern(r"\bsys\.stdin\b|(?<![\w.])input\(|/dev/stdin|\bopen\(0\b"),
    "node": late_pattern(r"\bprocess\.stdin\b|\breadFileSync\(\s*(?:0|['\"]/dev/stdin['\"])"),
}
_READS_STDIN["python3"] = _READS_STDIN["python"]
_INSTEAD = "put the program in a file, or after `-c` or `-e`"
_HEREDOCS = frozenset({"<<", "<<-"})


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in understood(subject.file):
        for command in hook.shell.commands:
            if _takes_program(command):
                what = f"`{command.name}` reads its program from stdin, so the payload never reaches it"
                message = f"{what}; {_INSTEAD}"
                yield Finding(hook.place(command.start, command.words[0].end), message)


def _takes_program(command: ShellCommand) -> bool:
    reads = _READS_STDIN.get(command.name)
    bodies = [it.text for it in command.redirections if it.operator in _HEREDOCS]
    by_stdin = not command.arguments or command.arguments[0] == "-"
    return reads is not None and by_stdin and any(reads.search(it) for it in bodies)


RULE = Rule("HW514", "stdin-taken", Severity.WARNING, __doc__, _check)
