"""The first line of a script ends in a carriage return.

## What it does

Reports scripts that are run by themselves, or by a shell, and whose `#!` line ends as lines do on Windows.

## Why

The system looks for an interpreter whose name ends in that invisible character, and there is none: the script cannot
be started, and the message names a program that clearly exists.
Shells treat the character as part of every command.

## Example

```json
{"type": "command", "command": "./hooks/guard.sh"}
```

## Fix

Converts the script's line ends; its other bytes and its mode stay.
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
