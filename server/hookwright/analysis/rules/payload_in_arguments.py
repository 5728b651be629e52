r"""A script expects in its arguments what is on stdin.

## What it does

Reports command-line arguments that a script reads although no hook that runs it passes any, if the script never reads
stdin: `$1`, `sys.argv[1]`, `process.argv[2]`. It applies to every agent.
Also reports a script that reads nothing at all and names a field of the payload by which hooks decide, such as
`tool_input` (a warning).

Does not report a script that also reads stdin, that explains its usage, or that it does not fully understand.
Does not report arguments that look like options: the script compares them with a word, or has a default for them.

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

import re
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import can_refuse
from hookwright.analysis.contract.uses import reads_input, uses_with
from hookwright.analysis.payload_fields import known_payload
from hookwright.analysis.rule import Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadArgument, ReadVariable
from hookwright.scripts.values import Spot

_USAGE = late_pattern(r"\busage\b", re.IGNORECASE)
# A default that is a word, or a comparison with one.
_OPTION = late_pattern(r"\{\d:?-[^}\"']|[=!]=?\s*['\"]?-{1,2}\w|===?\s*['\"]\w|(?<![=!])=\s+['\"]?\w+['\"]?\s+\]")
_PART = late_pattern(
    r"cmd|command|input|payload|file|path|tool|json|data|prompt|content|query|message|\bjq\b", re.IGNORECASE
)
_COMMENT = late_pattern(r"#|//|^\s*\*|/\*")
_HOW = {
    Language.SHELL: "`INPUT=$(cat)`",
    Language.PYTHON: "`json.load(sys.stdin)`",
    Language.JAVASCRIPT: "`JSON.parse(require('fs').readFileSync(0, 'utf8'))`",
}


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if reads_input(subject.script):
        return
    if any(isinstance(it, ReadArgument) for it in subject.script.effects):
        yield from _arguments(subject)
    else:
        yield from _unread(subject)


def _unread(subject: ScriptSubject) -> Iterator[Finding]:
    """That the script names a field of the payload, and has nothing to read it from."""
    if any(isinstance(it, ReadVariable) for it in subject.script.effects):
        return
    named = {use: _first_named(subject, use) for use in subject.uses}
    uses = uses_with(subject, lambda use: named[use] is not None)
    place = named[uses[0]] if len(uses) == len(subject.uses) else None
    if place is not None:
        name = subject.text[place.start : place.end]
        message = f"the script never reads stdin, so it knows nothing of `{name}`; {_stdin(subject)}"
        yield finding_at(place, message, severity=Severity.WARNING, uses=uses)


def _first_named(subject: ScriptSubject, use: ScriptUse) -> Spot | None:
    """Where the script names a field by which hooks decide, other than in a comment."""
    known = known_payload(use.file, use.group, use.row)
    names = (use.row.subject.field or "", known.input, use.row.loop_guard or "")
    for name in (it for it in names if "_" in it):
        for found in re.finditer(rf"\b{name}\b", subject.text):
            line = subject.text[subject.text.rfind("\n", 0, found.start()) + 1 : found.start()]
            if not _COMMENT.search(line):
                return Spot(*found.span())
    return None


def _arguments(subject: ScriptSubject) -> Iterator[Finding]:
    """The first argument that stands for the payload, though no hook passes one."""
    read = [it for it in subject.script.effects if isinstance(it, ReadArgument) and it.number]
    if not read or _USAGE.search(subject.text):
        return
    first = next((it for it in read if _is_payload(subject, it)), None)
    uses = uses_with(subject, partial(_passes_none, first)) if first is not None else ()
    if first is not None and len(uses) == len(subject.uses):
        message = f"no hook passes an argument to this script, so this is empty; {_stdin(subject)}"
        yield finding_at(first.spot, message, uses=uses)


def _is_payload(subject: ScriptSubject, it: ReadArgument) -> bool:
    """Whether the argument is for a part of the payload, and not for an option: by what its line does with it."""
    start, end = subject.text.rfind("\n", 0, it.spot.start) + 1, subject.text.find("\n", it.spot.end)
    line = subject.text[start : end if end >= 0 else None]
    if it.spot.file or _OPTION.search(line):
        return False
    return _PART.search(line) is not None or any(can_refuse(subject, use) for use in subject.uses)


def _passes_none(first: ReadArgument, use: ScriptUse) -> bool:
    return len(use.arguments) < first.number and None not in use.arguments


def _stdin(subject: ScriptSubject) -> str:
    return f"the payload is on stdin: read it there, for example with {_HOW[subject.script.language]}"


RULE = Rule("HW520", "payload-in-arguments", Severity.ERROR, __doc__, check_script=_check_script)
