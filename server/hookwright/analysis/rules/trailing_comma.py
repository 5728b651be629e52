"""A comma follows the last entry in a file that is read as strict JSON.

## What it does

Reports a comma before a closing bracket where the dialect's reader does not take it.

## Why

A strict reader stops at it, and then no hook of the file runs.
It is what stays behind when the last entry of a list is deleted.

## Example

```jsonc
{"hooks": {"PreToolUse": [],}}
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
