"""Every user of the machine may change a script that a hook runs.

## What it does

Reports scripts that every user may write to, and scripts in a folder of the project where every user may put another
file in their place.
Folders in which only owners may remove files, as in `/tmp`, do not count.

## Why

Hooks run as the user who works with the agent, without asking: anyone who can write to the script can do all that this
user can.

## Example

```json
{"type": "command", "command": "./hooks/guard.sh"}
```

## Fix

None: `chmod o-w` on the file, or on the folder.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.model.reaction import Severity
from hookwright.paths import is_in, relative


def _check(subject: Subject) -> Iterator[Finding]:
    for script in hook_scripts(subject):
        if script.path is None or not subject.disk.is_file(script.path):
            continue
        opened = next((it for it in _weighed(script.path, subject.project) if subject.disk.is_open_to_all(it)), None)
        if opened == script.path:
            yield Finding(
                script.place, f"anyone on this machine can change `{script.text}`, which runs as you; `chmod o-w` it"
            )
        elif opened is not None:
            name = relative(opened, subject.project)
            message = (
                f"anyone on this machine can replace `{script.text}`, which runs as you: `{name}` is writable by all"
            )
            yield Finding(script.place, f"{message}; `chmod o-w` it")


def _weighed(path: str, project: str) -> Iterator[str]:
    """The file, and the folders above it up to the project's."""
    yield path
    folder = os.path.dirname(path)
    while is_in(folder, project):
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


RULE = Rule("HW604", "script-writable-by-others", Severity.WARNING, __doc__, _check)
