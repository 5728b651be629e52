"""A hook directly runs a script that is not executable.

## What it does

Reports scripts that a command runs by their path, without an interpreter before them, where the file has no x bit.
It is an error in dialects whose document demands executable scripts.

## Why

The shell answers `Permission denied`, and the hook fails every time.

## Example

```json
{"type": "command", "command": "${PLUGIN_ROOT}/scripts/lint.sh"}
```

## Fix

Makes the script executable for all who may read it, as `chmod +x` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.hook_scripts import own_scripts
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for script, path in own_scripts(subject):
        if not subject.disk.is_executable(path):
            change = ScriptChange(path, executable=True)
            fix = Fix(f"Make `{script.name}` executable", given(), preferred=True, script=change)
            message = f"`{script.text}` is run directly but is not executable; `chmod +x` it"
            yield Finding(script.place, message, (fix,))


RULE = Rule("HW502", "script-not-executable", Severity.ERROR, __doc__, _check, has_fix=True)
