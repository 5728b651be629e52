r"""Every user of the machine may change a script that a hook runs.

## What it does

Reports scripts that every user may write to, and scripts in a folder of the project in which every user may replace
them. It applies to every agent.
Does not report folders in which only owners may remove files, such as `/tmp`.

## Why

The agent runs hooks as you, without asking. Anyone who can write to the script can do everything that you can.

## Example

Here everyone may write to `.claude/hooks/lint.sh`.

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

The hook file is right. Change the permissions of the script:

```sh
chmod o-w .claude/hooks/lint.sh
```

## Fix

None: run `chmod o-w` on the file, or on the folder.
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
