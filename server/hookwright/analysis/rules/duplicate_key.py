"""The same key appears twice in one object.

## What it does

Reports a key that is repeated further down in the same object.

## Why

Only the last of equal keys counts, so everything under the earlier one is silently lost.
It happens most often when a second group of hooks is pasted under an event that is already there.

## Example

```json
{"hooks": {"PreToolUse": [{"hooks": []}], "PreToolUse": []}}
```

## Fix

Removes the earlier one, which is what every reader does already.
Where its hooks are wanted, move them into the later list by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    text = subject.file.tree.text
    return text_faults(
        subject,
        ProblemKind.DUPLICATE_KEY,
        lambda it: f"Remove this `{text[it.span.start : it.span.end].strip(chr(34))}`",
        safe=False,
    )


RULE = Rule("HW002", "duplicate-key", Severity.WARNING, __doc__, _check, has_fix=True)
