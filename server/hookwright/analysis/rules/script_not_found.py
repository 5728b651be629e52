"""A hook runs a script that does not exist.

## What it does

Reports paths of scripts in commands, run by themselves or through an interpreter, where there is no file.
Paths are followed through the dialect's variables, `~`, `$HOME` and `cd`; what only a shell can tell is left alone.
So are scripts that the command looks for first (`[ -f x.sh ] && ./x.sh`), makes, or can do without (`|| true`).

## Why

The hook fails every time; where a failed hook does not block, a guard that is missing lets everything through.

## Example

```json
{"type": "command", "command": "python3 .hooks/gard.py"}
```

## Fix

None: create the script, or correct the path.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.hook_scripts import hook_scripts
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for script in hook_scripts(subject):
        if script.path is not None and not script.optional and not subject.disk.is_file(script.path):
            yield Finding(script.place, f"`{script.text}` does not exist; create the script or correct the path")


RULE = Rule("HW501", "script-not-found", Severity.WARNING, __doc__, _check, reach=Reach.GROUP)
