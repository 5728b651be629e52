r"""A script has Windows line endings in its first line.

## What it does

Reports scripts that run by themselves, or by a shell, if their `#!` line ends in a carriage return, as lines do on
Windows. It applies to every agent.

## Why

The system looks for an interpreter whose name ends in that invisible character, and does not find it. The script does
not start, and the error message names a program that clearly exists.
Shells read the character as a part of every command.
If the command runs the script directly, the finding is an error.

## Example

Here `.claude/hooks/lint.sh` has Windows line endings.

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/lint.sh"}]}
    ]
  }
}
```

The hook file is right. Convert the script:

```sh
perl -pi -e 's/\r$//' .claude/hooks/lint.sh
```

## Fix

Converts the script's line endings. Everything else in the file, and its permissions, stay as they are.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.scripts.interpreters import Way
from hookwright.model.reaction import Severity

_SHELL_SCRIPTS = frozenset({".sh", ".bash", ".zsh", ".ksh"})


def _check(subject: Subject) -> Iterator[Finding]:
    for script in hook_scripts(subject):
        line = subject.disk.first_line(script.path) if script.path and _minds(script) else None
        if line is not None and line.startswith("#!") and line.endswith("\r"):
            direct = script.way is Way.DIRECT
            effect = (
                "so its interpreter is not found"
                if direct
                else "and the shell reads the CR as part of each line's last word"
            )
            message = f"`{script.name}` has Windows line endings (CRLF), {effect}; convert them to LF"
            change = ScriptChange(script.path or "", line_feeds=True)
            fix = Fix(f"Convert the lines of `{script.name}` to LF", given(), preferred=True, safe=False, script=change)
            yield Finding(script.place, message, (fix,), Severity.ERROR if direct else None)


def _minds(script: HookScript) -> bool:
    return script.way is Way.DIRECT or os.path.splitext(script.path or "")[1] in _SHELL_SCRIPTS


RULE = Rule("HW504", "script-crlf", Severity.WARNING, __doc__, _check, has_fix=True)
