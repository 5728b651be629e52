"""A project's configuration runs a script in one person's home folder.

## What it does

Reports scripts in the home directory of the file's author (or of any user, by their path) where the file is the
project's, and the script is not part of the project.
Files that are for one person only are left alone, and so are scripts that the command looks for first.
A file outside the project's own places may be a template for one in a home folder: only what it has by the full path of
somebody else's home is reported there.

## Why

The hook works for one person; for everybody else who has the project, it fails.

## Example

```json
{"type": "command", "command": "python3 /home/ann/hooks/guard.py"}
```

## Fix

None: move the script into the project, or the hook into the user's own file.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.view import HookFile
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.paths import is_in
from hookwright.patterns import late_pattern
from hookwright.readers.place import is_at

_SOMEBODY = late_pattern(r"(?:/home|/Users|[A-Za-z]:/+Users)/+(?!(?:Shared|Public|Default|runner|node|vscode)/)[^/]+/")


def _check(subject: Subject) -> Iterator[Finding]:
    if subject.file.scope is not Scope.PROJECT:
        return
    has_place = _has_place(subject.file)
    for script in hook_scripts(subject):
        path = script.path or script.text.strip("\"'")
        if script.optional or is_in(path, subject.project):
            continue
        if has_place if is_in(path, subject.disk.home()) else _SOMEBODY.match(path.replace("\\", "/")):
            message = f"`{script.text}` is in one person's home folder, but this file is shared by the project"
            yield Finding(script.place, f"{message}; move the script into the project")


def _has_place(file: HookFile) -> bool:
    """Whether the file stands where everybody has it; others may be models for a file of the user's."""
    return any(is_at(file.path, it) for it in file.dialect.locations if it.scope is Scope.PROJECT)


RULE = Rule("HW605", "script-outside-project", Severity.HINT, __doc__, _check)
