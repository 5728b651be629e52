"""A comment stands in a file that is read as strict JSON.

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

from hookwright.analysis.rule import Finding, Fix, Place, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    if subject.file.dialect.grammar.comments:
        return
    for problem in subject.file.tree.problems:
        if problem.kind is ProblemKind.COMMENT:
            fixes = (Fix("Remove the comment", (problem.fix,), preferred=True, safe=False),) if problem.fix else ()
            yield Finding(Place((), span=problem.span), problem.message, fixes)


RULE = Rule("HW004", "comment-not-allowed", Severity.WARNING, __doc__, _check, has_fix=True)
