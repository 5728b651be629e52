r"""A script expects in its arguments what is on stdin.

## What it does

Reports command-line arguments that a script reads although no hook that runs it passes any, if the script never reads
stdin: `$1`, `sys.argv[1]`, `process.argv[2]`. It applies to every agent.

Does not report a script that reads stdin as well, and one that it does not understand whole.

## Why

The argument is empty. A guard looks at an empty text, and lets every call through.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/check.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/check.py`, on `PreToolUse` of Claude Code:

```python
import sys

command = sys.argv[1]
if "rm -rf" in command:
    print("Blocked: rm -rf", file=sys.stderr)
    sys.exit(2)
```

Read the payload from stdin:

```python
import json
import sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except (ValueError, KeyError):
    sys.exit(2)
if "rm -rf" in command:
    print("Blocked: rm -rf", file=sys.stderr)
    sys.exit(2)
```

## Fix

None: read the payload from stdin.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import reads_input, uses_with
from hookwright.analysis.rule import Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Language, ReadArgument, effects

_HOW = {
    Language.SHELL: "`INPUT=$(cat)`",
    Language.PYTHON: "`json.load(sys.stdin)`",
    Language.JAVASCRIPT: "`JSON.parse(require('fs').readFileSync(0, 'utf8'))`",
}


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if reads_input(subject.script):
        return
    first = next((it for it in effects(subject.script.body) if isinstance(it, ReadArgument) and it.number), None)
    uses = uses_with(subject, partial(_passes_none, first)) if first is not None else ()
    if first is not None and len(uses) == len(subject.uses):
        message = f"no hook passes an argument to this script, so this is empty; {_stdin(subject)}"
        yield finding_at(first.spot, message, uses=uses)


def _passes_none(first: ReadArgument, use: ScriptUse) -> bool:
    return len(use.arguments) < first.number and None not in use.arguments


def _stdin(subject: ScriptSubject) -> str:
    return f"the payload is on stdin: read it there, for example with {_HOW[subject.script.language]}"


RULE = Rule("HW520", "payload-in-arguments", Severity.ERROR, __doc__, check_script=_check_script)
