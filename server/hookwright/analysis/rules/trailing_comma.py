"""A comma follows the last entry in a file that the agent reads as strict JSON.

## What it does

Reports a comma before a closing bracket in the JSON files of most agents. VS Code and Agent spec allow such
commas, so nothing is reported there.

## Why

The agent stops reading at the comma, so no hook in the file runs.
The comma often stays behind when you delete the last entry of a list.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```jsonc
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]},
    ]
  }
}
```

Remove the comma:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Removes the comma.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    if not subject.file.grammar.trailing_commas:
        yield from text_faults(subject, ProblemKind.TRAILING_COMMA, lambda _: "Remove the comma", safe=True)


RULE = Rule(
    "HW005",
    "trailing-comma",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)
