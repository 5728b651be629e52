r"""A hook directly runs a script that does not name its interpreter.

## What it does

Reports scripts that a command runs by their path, without an interpreter before them, if their first line does not
begin with `#!`. It applies to every agent. It is an error in Open Plugin, which requires that line.
Does not report programs that are not text, and scripts for two shells, which begin with `: <<` or `:;`.

## Why

Some shells run such a file as a shell script, whatever language it is in. A program that starts hooks without a shell
cannot run it at all.

## Example

Here `.claude/hooks/lint.py` has no `#!` line.

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/lint.py"}]}
    ]
  }
}
```

Begin the script with `#!/usr/bin/env python3`, or name the interpreter:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/lint.py"}
        ]
      }
    ]
  }
}
```

## Fix

Inserts the line that the script's name asks for, such as `#!/usr/bin/env python3` for `.py`.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.hook_scripts import called, own_scripts
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
            message = f"`{called(subject.file, script)}` is run directly but has no `#!` line; begin it with `{wanted}`"
            yield Finding(script.place, message, (fix,), severity)


def _line_for(path: str) -> str:
    interpreter = _INTERPRETERS.get(os.path.splitext(path)[1])
    return f"#!/usr/bin/env {interpreter}" if interpreter else _SHELL


RULE = Rule("HW503", "script-without-shebang", Severity.WARNING, __doc__, _check, has_fix=True)
