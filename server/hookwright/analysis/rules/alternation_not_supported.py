"""A matcher has several names, but the agent takes one.

## What it does

Reports `Edit|Write` and `Edit, Write` where the agent compares the whole matcher with the tool's name, as in Agent
spec.
A `|` inside the parentheses of `Tool(pattern)` belongs to the pattern and is not reported.

## Why

No tool has such a name, so the hook never runs.

## Example

In `.agent/settings.json`, on `PreToolUse` of Agent spec:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Edit|Write", "command": "make lint"}
    ]
  }
}
```

Write one entry for each name:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Edit", "command": "make lint"},
      {"matcher": "Write", "command": "make lint"}
    ]
  }
}
```

## Fix

Writes the entry once for each name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.matchers.mistakes import joined
from hookwright.analysis.matchers.texts import matcher_texts
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.structure.regrouping import split
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        names = joined(text)
        if names:
            edits = partial(split, subject.file.tree, text.group, names)
            fixes = (Fix("Write one entry for each", edits, preferred=True),)
            message = f"a matcher can only be one name here, so `{text.text}` never matches; write one entry per name"
            yield Finding(text.place(), message, fixes)


RULE = Rule(
    "HW306",
    "alternation-not-supported",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)
