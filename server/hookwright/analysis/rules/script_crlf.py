"""The first line of a script ends in a carriage return.

## What it does

Reports scripts that are run by themselves, or by a shell, and whose `#!` line ends as lines do on Windows.

## Why

The system looks for an interpreter whose name ends in that invisible character, and there is none: the script cannot
be started, and the message names a program that is there for all to see.
Shells take the character for a part of every command.

## Example

```json
{"type": "command", "command": "./hooks/guard.sh"}
```

## Fix

None: convert the script's line ends, with `dos2unix` or in the editor.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from hookwright.analysis.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.interpreters import Way
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.model.reaction import Severity

_SHELL_SCRIPTS = frozenset({".sh", ".bash", ".zsh", ".ksh"})


def _check(subject: Subject) -> Iterator[Finding]:
    for script in hook_scripts(subject):
        line = subject.disk.first_line(script.path) if script.path and _minds(script) else None
        if line is not None and line.startswith("#!") and line.endswith("\r"):
            direct = script.way is Way.DIRECT
            effect = "so its interpreter is not found" if direct else "and the shell reads them as part of its words"
            message = f"the lines of `{script.name}` end in carriage returns, {effect}; convert them to LF"
            yield Finding(script.place, message)


def _minds(script: HookScript) -> bool:
    return script.way is Way.DIRECT or posixpath.splitext(script.path or "")[1] in _SHELL_SCRIPTS


RULE = Rule("HW504", "script-crlf", Severity.WARNING, __doc__, _check, reach=Reach.GROUP)
