"""A comment in a file that is read as strict JSON.

## What it does

Reports `//` and `/* */` comments where the dialect's reader does not take them.

## Why

A strict reader stops at the first comment, and then no hook of the file runs.

## Example

```jsonc
{
  // guards
  "hooks": {}
}
```

## Fix

Removes the comment.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    if not subject.file.grammar.comments:
        yield from text_faults(subject, ProblemKind.COMMENT, lambda _: "Remove the comment", safe=False)


RULE = Rule(
    "HW004",
    "comment-not-allowed",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)
