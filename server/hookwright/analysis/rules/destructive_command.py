"""A hook destroys what cannot be brought back.

## What it does

Reports commands that remove the root or the home folder, write over a disk, or throw away other people's commits:
`rm -rf /` and `~`, `mkfs`, `dd of=/dev/…`, and `git push --force`, which `--force-with-lease` is not.

## Why

Hooks run unasked, as often as their event fires, with all of the user's rights.

## Example

```json
{"type": "command", "command": "git push --force"}
```

## Fix

None: do it by hand, or only to a folder of the hook's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.hook_shells import understood
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.analysis.shell.values import Command
from hookwright.model.reaction import Severity

_EVERYTHING = re.compile(r"/+\*?|(?:~|\"?\$\{?HOME\}?\"?)/*\*?")
_RECURSIVE = re.compile(r"-[a-zA-Z]*[rR][a-zA-Z]*|--recursive")
_DISK = re.compile(r"of=/dev/(?:sd|hd|vd|xvd|nvme|disk|mmcblk)\w*")
_INSTEAD = "leave it to a person, or name only what is meant"
_FORCE = re.compile(r"-[a-zA-Z]*f[a-zA-Z]*|--force")


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in understood(subject.file):
        for command in hook.shell.commands:
            what = _destroys(command)
            if what is not None:
                message = f"this {what}, every time that the hook runs; {_INSTEAD}"
                yield Finding(hook.place(command.start, command.end), message)


def _destroys(command: Command) -> str | None:
    name, arguments = command.program
    if name == "rm":
        everything = any(_EVERYTHING.fullmatch(it) for it in arguments)
        return "removes everything there is" if everything and _has(_RECURSIVE, arguments) else None
    if name == "git":
        pushes = arguments[:1] == ("push",) and _has(_FORCE, arguments)
        return "throws away what others have pushed" if pushes else None
    overwrites = name == "mkfs" or name.startswith("mkfs.") or (name == "dd" and _has(_DISK, arguments))
    return "writes over a disk" if overwrites and not _has(re.compile("-V|--help|--version"), arguments) else None


def _has(form: re.Pattern[str], arguments: tuple[str, ...]) -> bool:
    return any(form.fullmatch(it) for it in arguments)


RULE = Rule("HW602", "destructive-command", Severity.WARNING, __doc__, _check, reach=Reach.GROUP)
