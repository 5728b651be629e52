"""The text is not JSON.

## What it does

Reports every place where the text breaks the rules of JSON (or of JSON with comments, where the dialect reads that).
The rest of the file is still read and checked, as far as what was meant is clear.

## Why

An agent that cannot read its settings file runs none of the hooks in it, and most agents say nothing about it.

## Example

```json
{
  "hooks": {
    "PreToolUse": []
```

## Fix

Where one token is missing or too many, it is inserted, replaced or removed.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Problem, ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    return text_faults(subject, ProblemKind.SYNTAX, _title, safe=True)


def _title(problem: Problem) -> str:
    token = problem.fix.text.strip() if problem.fix else ""
    if problem.fix and problem.fix.span.start == problem.fix.span.end:
        return f"Insert `{token}`"
    return f"Replace it with `{token}`" if token else "Remove it"


RULE = Rule("HW001", "syntax-error", Severity.ERROR, __doc__, _check, has_fix=True, everywhere=True)
