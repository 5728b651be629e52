"""A hook directly runs a script that does not name its interpreter.

## What it does

Reports scripts that a command runs by their path, without an interpreter before them, and whose first line does not
begin with `#!`.
Programs that are not text are left alone, and so are scripts for two shells at once, which begin with `: <<` or `:;`.
It is an error in dialects whose document demands that line.

## Why

Without it, some shells read the script as one of their own, whatever language it is written in, and a program that
starts hooks without a shell cannot run it at all.

## Example

```json
{"type": "command", "command": "${PLUGIN_ROOT}/scripts/lint.py"}
```

## Fix

Inserts the line that the script's name asks for, such as `#!/usr/bin/env python3` for `.py`.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.hook_scripts import own_scripts
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern

_SHELL = "#!/bin/sh"
# To `cmd` this is a label; to a POSIX shell a command that does nothing, so that any shell reads its own half.
_FOR_TWO_SHELLS = late_pattern(r"@?:\s*(?:<<|;|\"|'|\|\|)")
_INTERPRETERS = {
    ".bash": "bash",
    ".zsh": "zsh",
    ".ksh": "ksh",
    ".fish": "fish",
    ".py": "python3",
    ".js": "node",
    ".cjs": "node",
    ".mjs": "node",
    ".rb": "ruby",
    ".pl": "perl",
    ".php": "php",
    ".lua": "lua",
}


def _check(subject: Subject) -> Iterator[Finding]:
    severity = Severity.ERROR if subject.file.dialect.strict_scripts else None
    for script, path in own_scripts(subject):
        line = subject.disk.first_line(path)
        if line is not None and not line.startswith("#!") and not _FOR_TWO_SHELLS.match(line):
            wanted = _line_for(path)
            change = ScriptChange(path, insert=f"{wanted}\n")
            fix = Fix(f"Insert `{wanted}` into `{script.name}`", given(), preferred=True, script=change)
            message = f"`{script.text}` is run directly but has no `#!` line; begin it with `{wanted}`"
            yield Finding(script.place, message, (fix,), severity)


def _line_for(path: str) -> str:
    interpreter = _INTERPRETERS.get(os.path.splitext(path)[1])
    return f"#!/usr/bin/env {interpreter}" if interpreter else _SHELL


RULE = Rule("HW503", "script-without-shebang", Severity.WARNING, __doc__, _check, has_fix=True)
