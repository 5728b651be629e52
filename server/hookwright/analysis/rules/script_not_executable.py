r"""A hook directly runs a script that is not executable.

## What it does

Reports scripts that a command runs by their path, without an interpreter before them, if the file is not executable.
It applies to every agent, on systems with such permissions.

## Why

The shell prints `Permission denied`, and the hook fails every time. In most agents, such a failure does not block.

## Example

Here `.claude/hooks/lint.sh` is not executable.

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

Run `chmod +x .claude/hooks/lint.sh`, or name the interpreter:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "sh \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/lint.sh"}
        ]
      }
    ]
  }
}
```

## Fix

Makes the script executable for everybody who may read it, as `chmod +x` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.hook_scripts import called, own_scripts
from hookwright.model.reaction import Severity

# Whoever forgot it of one script mostly forgot it of all of them.
_CAUSE = "scripts that are not executable"


def _check(subject: Subject) -> Iterator[Finding]:
    run = subject.file.dialect.executables
    # A part of the agent may run it with a program.
    severity = Severity.WARNING if run is not None and run.part else None
    for script, path in own_scripts(subject):
        if not subject.disk.is_executable(path):
            change = ScriptChange(path, executable=True)
            fix = Fix(f"Make `{script.name}` executable", given(), preferred=True, script=change)
            message = f"`{called(subject.file, script)}` is run directly but is not executable; `chmod +x` it"
            yield Finding(script.place, message, (fix,), severity, cause=_CAUSE)


RULE = Rule("HW502", "script-not-executable", Severity.ERROR, __doc__, _check, has_fix=True)
