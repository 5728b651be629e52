"""A matcher separates names by commas, which separate nothing there.

## What it does

Reports `Edit,Write` where the dialect reads it as a regular expression, in which a comma is a character like any other.
Where commas do separate names, nothing is reported; with a piece such as `mcp__github__.*` among the names, they
separate nothing there either.

## Why

No tool has a comma in its name, so the hook never runs.

## Example

```json
{"matcher": "Edit, Write", "hooks": []}
```

## Fix

Writes `|` for each comma.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.mistakes import with_bars
from hookwright.analysis.matchers.texts import matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        meant = with_bars(text)
        if meant is not None:
            message = f"a comma does not separate names here, so it never matches; write `{meant}`"
            yield Finding(text.place(), message, (text.rewrite(meant),))


RULE = Rule(
    "HW313",
    "comma-for-alternation",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)
